import assert from 'node:assert/strict'
import { chown, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { correspondenceLaws } from '@portico/contract/conformance/correspondence'
import { keepsTheLaws, type Mood, subjectOf, type Told } from '@portico/contract/conformance/kit'
import { Skipped } from '@portico/contract/conformance/trial'
import type { correspondence } from '@portico/contract/ports/correspondence'
import type { FactOf, InputOf } from '@portico/contract/ports/kit'
import { ImapFlow } from 'imapflow'
import nodemailer from 'nodemailer'
import imap from '../../ports/correspondence/adapters/imap.ts'
import { type Authority, openAuthority } from '../certificates.ts'
import { account, startDovecot } from '../dovecot.ts'
import { openBoundService } from '../faults/bound-service.ts'
import { startPostfix } from '../postfix.ts'
import { until } from '../until.ts'

/** Each waits for nothing longer. */
const limit = { timeout: 40_000 }
const long = { timeout: 170_000 }

export const debianPackages = ['postfix', 'dovecot-imapd']

type Piece = FactOf<typeof correspondence, 'pieceArrived'>
type Bounce = FactOf<typeof correspondence, 'bounce'>

describe('the IMAP adapter of correspondence, against Dovecot and Postfix', { timeout: 400_000 }, () => {
  let authority: Authority
  let postfix: Awaited<ReturnType<typeof startPostfix>>
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  before(async () => {
    authority = await openAuthority()
    postfix = await startPostfix()
    const tls = await authority.certify('DNS:localhost')
    dovecot = await startDovecot(tls, join(postfix.maildir('portico'), '..'), postfix.owner)
  })
  after(async () => {
    await dovecot?.close()
    await postfix?.close()
    await authority?.close()
  })

  const options = () => ({
    host: 'localhost',
    port: dovecot.port,
    security: 'tls' as const,
    ca: authority.ca,
    ...account,
    mailbox: 'INBOX',
    flag: '$PorticoTaken',
    pollSeconds: 1,
    from: 'portico@example.org',
    smtpHost: '127.0.0.1',
    smtpPort: postfix.port,
    smtpSecurity: 'none' as const,
    smtpLogin: false,
  })
  const letter = (to: string, letterId: string) =>
    ({
      ...correspondenceLaws.samples.send,
      letterId,
      recipient: { partyId: 'party_1', role: 'appellant', name: 'Ada Byron', contact: { emails: [to] } },
    }) as InputOf<typeof correspondence, 'send'>
  const contextOf = (key: string) => ({
    key,
    attempt: 1,
    signal: AbortSignal.timeout(120_000),
    open: async () => [new TextEncoder().encode('%PDF-1.7')].values() as never,
  })
  const opened: { close(): Promise<unknown> }[] = []
  const open = async (given: object = {}) => {
    const box = await subjectOf(imap, { ...options(), ...given }).open()
    opened.push(box)
    return box
  }
  afterEach(() => Promise.all(opened.splice(0).map((box) => box.close())))
  const send = async (mail: object) => {
    const by = nodemailer.createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true })
    await by.sendMail({ from: 'maria@example.org', to: 'portico@example.org', ...mail })
    by.close()
    // Until Postfix has delivered it.
    await postfix.messageIds('ada')
  }
  /** As if it had never been marked. */
  const unmark = async () => {
    const auth = { user: account.username, pass: account.password }
    const tls = { ca: authority.ca }
    const client = new ImapFlow({
      host: 'localhost',
      port: dovecot.port,
      secure: true,
      auth,
      tls,
      logger: false,
    })
    await client.connect()
    await client.mailboxOpen('INBOX')
    await client.messageFlagsRemove('1:*', ['$PorticoTaken'])
    await client.logout()
  }
  /** Straight into the Maildir: no mail server would let it pass. */
  let dropped = 0
  const drop = async (text: string | Buffer) => {
    const name = `${Date.now()}.drop${++dropped}.test`
    const path = join(postfix.maildir('portico'), 'tmp', name)
    await writeFile(path, text)
    await chown(path, postfix.owner, postfix.owner)
    await rename(path, join(postfix.maildir('portico'), 'new', name))
  }
  const pieceIn = (told: readonly Told[], subject: string | undefined) =>
    told.find(({ name, fact }) => name === 'pieceArrived' && (fact as Piece).subject === subject)
  const arrives = async (subject: string | undefined, { told }: Awaited<ReturnType<typeof open>>) => {
    const found = await until(() => pieceIn(told?.() ?? [], subject))
    return { id: found.id, piece: found.fact as Piece }
  }
  const textOf = async (
    { adapter }: Awaited<ReturnType<typeof open>>,
    pieceId: string,
    partId: string,
  ): Promise<Buffer> => {
    const bytes = await adapter.calls.fetchPiece?.({ pieceId, partId }, contextOf('fetch'))
    return Buffer.concat(await Array.fromAsync(bytes ?? []))
  }

  it('keeps the laws of the port', limit, async () => {
    let isSent = false
    const mood = async (mood: Mood) => {
      if (mood === 'hanging' || mood === 'refusing') throw new Skipped('Neither does so on demand.')
      const both = [postfix, dovecot]
      await Promise.all(both.map((one) => (mood === 'down' ? one.stop() : one.start())))
    }
    const subject = subjectOf(imap, options(), {
      effects: () => postfix.messageIds('ada'),
      mood,
      refused: { send: letter('stranger@example.org', 'ltr_refused') },
      samples: { send: letter('ada@example.org', 'letter_{id}') },
      provoke: {
        pieceArrived: async () => {
          if (isSent) return unmark()
          isSent = true
          await send({ subject: 'A filing', text: 'Please see it.' })
        },
      },
    })
    const results = await keepsTheLaws(correspondenceLaws, subject)
    const kept = results.filter(({ result }) => result === 'kept').map(({ law }) => law)
    for (const law of ['pieceBytes', 'noPiece', 'health', 'outage', 'facts'])
      assert.ok(kept.includes(law), JSON.stringify(results.filter(({ result }) => result !== 'kept')))
  })

  it('a mail is a piece with its sender, text and files, and is marked once it is told', limit, async () => {
    const box = await open({ mailType: 'statusInquiry' })
    const png = Buffer.from('iVBORw0KGgo=', 'base64')
    await send({
      from: '"Zoë Ångström" <zoe@example.org>',
      subject: 'Docket 240319-100482 — Änderung',
      text: 'Wie steht mein Fall?\nZoë',
      html: '<p>Wie steht <b>mein</b> Fall?</p><img src="cid:1">',
      attachments: [
        { filename: 'Vollmacht für Zoë.pdf', content: Buffer.from('%PDF-1.7 x') },
        { filename: 'photo.png', content: png, cid: '1' },
      ],
    })
    await box.adapter.start?.()
    const { piece } = await arrives('Docket 240319-100482 — Änderung', box)
    assert.deepEqual(piece.sender, { name: 'Zoë Ångström', address: 'zoe@example.org' })
    assert.deepEqual(
      [piece.channel, piece.suggestedType, piece.text],
      ['electronicSubmission', 'statusInquiry', 'Wie steht mein Fall?\nZoë'],
    )
    assert.deepEqual(piece.files.map(({ name }) => name).toSorted(), [
      'Vollmacht für Zoë.pdf',
      'message.txt',
      'photo.png',
    ])
    const bytes = async (name: string) =>
      textOf(box, piece.pieceId, piece.files.find((file) => file.name === name)?.partId ?? '')
    assert.equal(String(await bytes('Vollmacht für Zoë.pdf')), '%PDF-1.7 x')
    assert.deepEqual(await bytes('photo.png'), png)
    assert.match(String(await bytes('message.txt')), /^Wie steht mein Fall\?\s+Zoë/)
    await box.close()
    const again = await open()
    await again.adapter.start?.()
    await send({ subject: 'Another', html: '<style>p{}</style><p>One &amp; two</p><p>three</p>' })
    const { piece: other } = await arrives('Another', again)
    assert.deepEqual([other.text, other.files.length], ['One & two\n\nthree', 1])
    assert.equal(String(await textOf(again, other.pieceId, other.files[0]?.partId ?? '')), other.text)
    assert.equal(pieceIn(again.told?.() ?? [], piece.subject), undefined, 'it is not told again')
    await assert.rejects(textOf(again, other.pieceId, '7.7'), { code: 'gone' })
    await again.close()
  })

  it(
    'what was told and not marked is told again under its id; what cannot be told is not marked',
    limit,
    async () => {
      await send({ subject: 'Cut off', text: 'x' })
      const refusing = await imap.open(options(), {
        ...hostStub(),
        tell: async () => {
          throw new Error('The database is gone.')
        },
      })
      await refusing.start?.()
      await new Promise((later) => setTimeout(later, 1500))
      await refusing.close?.()
      // As if the process had died right behind the fact: the connection is gone before the mark.
      const told: string[] = []
      const cut = await imap.open(options(), {
        ...hostStub(),
        tell: async (_name, fact, { id }) => {
          if ((fact as Piece).subject !== 'Cut off') return
          told.push(id)
          await dovecot.stop()
        },
      })
      await cut.start?.()
      await until(() => told.length > 0)
      await cut.close?.()
      await dovecot.start()
      const box = await open()
      await box.adapter.start?.()
      const { id } = await arrives('Cut off', box)
      assert.deepEqual(told, [id])
      await box.close()
    },
  )

  it('no message is so odd that it is lost, or holds up another', limit, async () => {
    const box = await open()
    const head = (subject: string, type: string) =>
      `From: "a\u0000b" <x@example.org>\r\nTo: portico@example.org\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n`
    let nested = 'Content-Type: text/plain\r\n\r\ndeep'
    for (let level = 1000; level > 0; level -= 1)
      nested = `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n${nested}\r\n--b${level}--\r\n`
    await drop(`From: x@example.org\r\nSubject: nested\r\nMIME-Version: 1.0\r\n${nested}`)
    const part = '--m\r\nContent-Type: application/pdf; name="a.pdf"\r\n\r\nx\r\n'
    await drop(`${head('many', 'multipart/mixed; boundary="m"')}${part.repeat(3000)}--m--\r\n`)
    await drop(`${head('charset', 'text/plain; charset="x-no-such"')}caf\u00e9 ${'\u0000'}`)
    await drop(
      `${head('unclosed', 'multipart/mixed; boundary="q"')}--q\r\nContent-Type: text/plain\r\n\r\nstill here`,
    )
    await drop(Buffer.concat([Buffer.from('Subject: headless\r\n\r\n'), Buffer.alloc(2000, 0xff)]))
    await drop('')
    await drop(
      `Subject: =?utf-8?B?${Buffer.from('long '.repeat(400)).toString('base64')}?=\r\nFrom: ${'x'.repeat(3000)}@example.org\r\n\r\nlong`,
    )
    const zip = Buffer.alloc(50_000).fill('PK\u0003\u0004').toString('base64')
    await drop(
      `${head('zip', 'multipart/mixed; boundary="z"')}--z\r\nContent-Type: application/zip; name="../../bomb.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\n${zip}\r\n--z--\r\n`,
    )
    const word = '=?utf-8?B?Ym9tYg==?= '
    await drop(
      `Subject: ${word.repeat(20_000)}\r\nFrom: ${`${word}<x@example.org>, `.repeat(5000)}\r\n\r\nbombs`,
    )
    const endless = `X-Endless: ${'e'.repeat(990)}\r\n`.repeat(3000)
    await drop(`${endless}X-Line: ${'l'.repeat(2_000_000)}\r\nSubject: endless\r\n\r\nafter it all`)
    await drop(`${head('one line', 'text/plain')}${'x'.repeat(50_000_000)}`)
    await drop(
      `${head('torn', 'application/pdf; name="bill\u202efdp.exe"').replace('MIME', 'Content-Transfer-Encoding: base64\r\nMIME')}JVBERi0xLjc`,
    )
    await drop(`${head('no boundary', 'multipart/mixed')}--?\r\nwhere is it`)
    await drop(
      `Date: Thu, 01 Jan 1970 00:00:00 +0000\r\nSubject: long ago\r\nMessage-ID: <one@example.org>\r\n\r\nold`,
    )
    await drop(
      `Date: Thu, 01 Jan 2099 00:00:00 +0000\r\nSubject: to come\r\nMessage-ID: <one@example.org>\r\n\r\nnew`,
    )
    await drop(`${head('big', 'text/plain')}${'A line of text.\r\n'.repeat(400_000)}`)
    await box.adapter.start?.()
    await until(() => (box.told?.() ?? []).length >= dropped)
    const told = (box.told?.() ?? []).map(({ fact }) => fact as Piece)
    assert.equal(told.length, dropped)
    const named = (subject: string) => told.find((piece) => piece.subject === subject)
    const day = new Date().toISOString().slice(0, 10)
    assert.deepEqual([named('long ago')?.receiptDate, named('to come')?.receiptDate], [day, day])
    assert.ok(told.some(({ subject, text }) => subject?.startsWith('bomb') && text === 'bombs'))
    assert.match(named('endless')?.text ?? '', /after it all/)
    assert.equal(named('one line')?.text?.length, 20_000)
    assert.equal(named('torn')?.files.length, 1)
    assert.ok(named('no boundary'))
    assert.ok(named('nested')?.files.some(({ partId }) => partId === 'whole'))
    assert.deepEqual([named('many')?.files.length, named('many')?.files.at(-1)?.partId], [98, 'whole'])
    assert.match(named('charset')?.text ?? '', /^caf/)
    assert.match(named('unclosed')?.text ?? '', /still here/)
    assert.equal(named('headless')?.files.length, 1)
    assert.equal(told.filter(({ subject }) => subject === undefined).length, 1, 'the empty one')
    assert.ok(told.some(({ subject }) => subject?.startsWith('long long') && subject.length <= 500))
    assert.equal(named('zip')?.files[0]?.name, 'bomb.zip')
    assert.ok((named('big')?.text?.length ?? 0) > 19_000)
    const nestedPiece = named('nested')
    const whole = await textOf(box, nestedPiece?.pieceId ?? '', 'whole')
    assert.match(String(whole), /^From: x@example\.org[\s\S]*deep/)
    await box.close()
  })

  it(
    'no name, boundary, header or message in a message leads anywhere, or hides what is there',
    limit,
    async () => {
      const box = await open()
      const before = (box.told?.() ?? []).length
      const first = dropped
      const head = (subject: string, type: string, more = '') =>
        `From: x@example.org\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n${more}Content-Type: ${type}\r\n\r\n`
      const attached = (parameters: string, type = 'application/pdf') =>
        `--n\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; ${parameters}\r\n\r\nx\r\n`
      const names: readonly (readonly [string, RegExp])[] = [
        // RFC 2231: a path in pieces, encoded, and with a language; RFC 2047 where RFC 2231 belongs.
        ["filename*0*=utf-8''%2e%2e%2f; filename*1*=%2e%2e%2fetc%2f; filename*2=passwd.pdf", /^passwd\.pdf$/],
        ["filename*=utf-8'en'%E2%80%AEfdp.exe", /^fdp\.exe$/],
        ["filename*=utf-8''a%00.pdf", /^[^\0]*$/],
        ['filename="=?utf-8?Q?..=2F..=2F?= =?utf-8?Q?etc=2Fshadow=2Epdf?="', /^shadow\.pdf$/],
        ['filename="=?utf-8?B?Li4vLi4vZXRjL2hvc3RzLnBkZg==?="', /^hosts\.pdf$/],
        ["filename*=utf-7''+AC4ALgAv-a.pdf", /^[^/\\]+$/],
        ['filename=".."', /^[^./\\][^/\\]*$/],
        ['filename="..\\\\..\\\\b.pdf"', /^b\.pdf$/],
        ['filename="good.pdf"; filename="evil.exe"', /^(good\.pdf|evil\.exe)$/],
        ['filename="CON"', /./],
        ['filename="a.pdf:stream"', /./],
        ["filename*=x-none''%ff%fe.pdf", /./],
      ]
      await drop(
        `${head('names', 'multipart/mixed; boundary=n')}${names.map(([one]) => attached(one)).join('')}--n--\r\n`,
      )
      // The inner boundary is the beginning of the outer one, and the outer one occurs inside.
      await drop(
        `${head('boundaries', 'multipart/mixed; boundary="n"; boundary="other"')}--n\r\nContent-Type: multipart/mixed; boundary="nn"\r\n\r\n--nn\r\nContent-Type: text/plain\r\n\r\n inside\r\n--n \r\nContent-Type: application/pdf; name=late.pdf\r\n\r\nx\r\n--nn--\r\n--n--\r\n`,
      )
      await drop(`${head('long boundary', `multipart/mixed; boundary="${'b'.repeat(5000)}"`)}--b\r\n\r\nx`)
      await drop(`${head('nul boundary', 'multipart/mixed; boundary="a\0b"')}--a\0b\r\n\r\nx\r\n--a\0b--`)
      let message = 'From: x@example.org\r\nSubject: the innermost\r\n\r\ninnermost'
      for (let level = 0; level < 100; level += 1)
        message = `From: x@example.org\r\nSubject: message ${level}\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n${message}`
      await drop(message)
      await drop(`${head('twice', 'text/plain', 'Subject: second\r\nFrom: y@example.org\r\n')}whose`)
      await drop(
        `${head('two types', 'application/pdf; name=a.pdf', 'Content-Type: text/html\r\n')}<script>x</script>`,
      )
      await drop(`${head('header', 'text/plain', `X-Huge: ${'h'.repeat(10_000_000)}\r\n`)}behind 10 MB`)
      const bomb = Buffer.alloc(3_000_000, 'A').toString('base64')
      await drop(
        `${head('bomb', 'text/plain', 'Content-Transfer-Encoding: base64\r\n')}${bomb.replaceAll(/(.{76})/g, '$1\r\n')}`,
      )
      await drop(
        `${head('not base64', 'text/plain', 'Content-Transfer-Encoding: base64\r\n')}%%%=\0=== not base64`,
      )
      await drop(
        `${head('no coding', 'text/plain', 'Content-Transfer-Encoding: x-uuencode-twice\r\n')}as it is`,
      )
      await drop(`${head('=?utf-8?Q?a=0D=0ABcc:_evil=40example.org?=', 'text/plain')}injected`)
      await drop(
        `${head('external', 'message/external-body; access-type=local-file; name="/etc/passwd"')}\r\n`,
      )
      await drop(`${head('partial', 'message/partial; id="a"; number=1; total=2')}half`)
      await drop('\0\0\0\0')
      await drop(':\r\n:\r\n\r\n')
      await box.adapter.start?.()
      const sent = dropped - first
      await until(() => (box.told?.() ?? []).length >= before + sent)
      const told = (box.told?.() ?? []).slice(before).map(({ fact }) => fact as Piece)
      assert.equal(told.length, sent, 'each once, and none is missing')
      const named = (subject: string) => told.find((piece) => piece.subject === subject)
      const called = named('names')?.files.map(({ name }) => name) ?? []
      assert.equal(called.length, names.length)
      for (const [index, [given, expected]] of names.entries())
        assert.match(called[index] ?? '', expected, given)
      for (const { subject, files, text = '' } of told)
        for (const { name } of files) {
          assert.doesNotMatch(name, /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^\.{1,2}$/u, `${subject}: ${name}`)
          assert.ok(text.length <= 20_000 && !text.includes('\0'))
        }
      for (const { subject = '' } of told) assert.doesNotMatch(subject, /[\r\n\0]/)
      for (const subject of [
        'boundaries',
        'long boundary',
        'nul boundary',
        'two types',
        'external',
        'partial',
      ])
        assert.ok((named(subject)?.files.length ?? 0) > 0, subject)
      assert.match(named('header')?.text ?? '', /behind 10 MB/)
      assert.equal(named('bomb')?.text, 'A'.repeat(20_000))
      assert.match(named('no coding')?.text ?? '', /as it is/)
      assert.ok(!told.some(({ text = '' }) => /root:/.test(text)))
      const nested = named('message 99')
      assert.equal(nested?.files.length, 1)
      const inner = await textOf(box, nested?.pieceId ?? '', nested?.files[0]?.partId ?? '')
      assert.match(String(inner), /innermost/)
      await box.close()
    },
  )

  it(
    'what the tests of other mail libraries found odd is one piece each, with all that it holds',
    limit,
    async () => {
      const { messages } = JSON.parse(
        await readFile(new URL('../vectors/mail.json', import.meta.url), 'utf8'),
      ) as { messages: { source: string; message: string[]; holds: string[] }[] }
      const box = await open()
      await box.adapter.start?.()
      const pieces = () => (box.told?.() ?? []).map(({ fact }) => fact as Piece)
      for (const { source, message, holds } of messages) {
        const before = pieces().length
        await drop(message.join('\r\n'))
        await until(() => pieces().length > before)
        const [piece, ...more] = pieces().slice(before)
        assert.deepEqual(more, [], source)
        const { pieceId = '', files = [] } = piece ?? {}
        for (const { name } of files)
          assert.doesNotMatch(name, /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^\./u, source)
        const bytes = await Promise.all(files.map(({ partId }) => textOf(box, pieceId, partId)))
        for (const held of holds)
          assert.ok(
            bytes.some((one) => one.includes(held)),
            `${held} of ${source} is in none of ${JSON.stringify(files)}`,
          )
      }
      await box.close()
    },
  )

  it(
    'a bounce of Postfix is told with the letter that came back; one that names nobody is mail for somebody to look at',
    limit,
    async () => {
      const box = await open()
      await box.adapter.start?.()
      const bounces = () =>
        (box.told?.() ?? []).filter(({ name }) => name === 'bounce').map(({ fact }) => fact as Bounce)
      await box.adapter.calls.send?.(letter('ada@gone.example', 'ltr_gone'), contextOf('obl_gone'))
      const bounce = await until(() => bounces().find(({ letterId }) => letterId === 'ltr_gone'))
      assert.deepEqual([bounce.channel, bounce.destination], ['email', 'ada@gone.example'])
      // Not every server passes the envelope id on: then the headers of the letter say it, if they are there.
      const report = (what: string, rest = '', action = 'failed') =>
        [
          'From: MAILER-DAEMON@example.org',
          `Subject: ${what}`,
          'MIME-Version: 1.0',
          'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
          '',
          '--r\r\nContent-Type: text/plain\r\n\r\nSorry.',
          '--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n',
          `Final-Recipient: rfc822; b@example.org\r\nAction: ${action}\r\nStatus: 5.1.1\r\n`,
          rest,
          '--r--\r\n',
        ].join('\r\n')
      await drop(
        report(
          'by header',
          '--r\r\nContent-Type: text/rfc822-headers\r\n\r\nSubject: x\r\nX-Portico-Letter: ltr_header\r\n',
        ),
      )
      await drop(report('by nothing'))
      await drop(report('only late', '', 'delayed'))
      await until(() => bounces().some(({ letterId }) => letterId === 'ltr_header'))
      const { piece } = await arrives('by nothing', box)
      assert.deepEqual([piece.suggestedType, piece.letterId], ['returnedMail', undefined])
      await arrives('only late', box)
      assert.equal(bounces().length, 2)
      await box.close()
    },
  )

  it(
    'kill -9 at any time: every mail is one piece, filed where it says, and a bounce is a task',
    long,
    async () => {
      const emptied = await open()
      await emptied.adapter.start?.()
      await send({ subject: 'The last before', text: 'x' })
      await arrives('The last before', emptied)
      await emptied.close()
      const passwordFile = join(postfix.maildir('portico'), '..', 'password')
      await writeFile(passwordFile, account.password, { mode: 0o600 })
      const settings = {
        ...options(),
        adapter: 'imap',
        password: { file: passwordFile },
        mailType: 'statusInquiry',
      }
      const service = await openBoundService({ correspondence: settings }, () => {})
      try {
        const docketNumber = '260302-77'
        const body = {
          veteran: { firstName: 'Ada', lastName: 'Byron' },
          receiptDate: '2026-03-02',
          docketNumber,
        }
        const { case: opened } = await service.ask<{ case: { id: string } }>('/cases', body)
        const at = `/cases/${opened.id}`
        const party = { role: 'appellant', person: body.veteran, contact: { emails: ['ada@gone.example'] } }
        await service.ask(`${at}/parties/ada`, party)
        await service.ask(`${at}/letters`, { letter: 'preDocketing', partyId: 'ada' })
        const subjects = Array.from({ length: 12 }, (_, index) => `${docketNumber}, letter ${index}`)
        const sending = (async () => {
          for (const subject of subjects) await send({ subject, text: `This is ${subject}.` })
        })()
        const count = async (what: string) =>
          (await service.db.rows<{ count: number }>(`select count(*)::int as count from ${what}`))[0]
            ?.count ?? 0
        for (const many of [1, 5, 9]) {
          await until(async () => (await count('inbound_facts')) >= many, 2)
          await service.kill()
          await service.db.rows(`update port_bindings set watched_until = null`)
          await service.db.rows(`update mail_files set due_at = now() where kept is null`)
          await service.db.rows(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
          from graphile_worker.jobs where locked_by is not null having count(*) > 0`)
          await service.start()
        }
        await sending
        await until(async () => (await count(`mail_pieces where status = 'filed'`)) === subjects.length)
        const pieces = await service.db.rows<{ subject: string; caseId: string }>(
          `select facts->>'subject' as subject, case_id as "caseId" from mail_pieces order by received_at, id`,
        )
        assert.deepEqual(pieces.map(({ subject }) => subject).toSorted(), subjects.toSorted())
        assert.deepEqual(new Set(pieces.map(({ caseId }) => caseId)), new Set([opened.id]))
        assert.equal(
          await count(`events where type = 'document.filed' and not data ? 'madeAs'`),
          subjects.length,
        )
        await until(
          async () => (await count(`tasks where type = 'returnedMail' and closed_at is null`)) === 1,
        )
      } finally {
        await service.close()
      }
    },
  )

  it('says what is wrong: a password, a mailbox, a certificate, a flag', limit, async () => {
    const wrong = async (given: object) => {
      const { adapter, close } = await open(given)
      const error = await adapter.check?.(AbortSignal.timeout(60_000)).then(
        () => undefined,
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      )
      await close()
      return error ?? 'nothing'
    }
    assert.equal(await wrong({}), 'nothing')
    assert.match(await wrong({ password: 'guessed' }), /^unauthorized: /)
    assert.match(await wrong({ mailbox: 'Nowhere' }), /^unavailable: .*Nowhere|exist/)
    assert.match(await wrong({ ca: undefined }), /^unavailable: .*certificate/i)
    assert.match(await wrong({ host: '127.0.0.1' }), /^unavailable: /)
    assert.ok(!(await readFile(dovecot.log, 'utf8')).includes('Fatal'))
  })
})

/** Whatever a poll asks of its host, but for what it tells. */
const hostStub = () => ({
  ...({} as Parameters<typeof imap.open>[1]),
  now: () => new Date(),
  resolve: async () => ({ address: '127.0.0.1', family: 4 as const }),
  log: () => {},
})
