import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fluflMessages } from '../../test/bounces/corpus.ts'
import { deliveryReport } from '../../test/delivery-report.ts'
import { mutated, seeded } from '../../test/mutants.ts'
import { readReturned } from './read-returned.ts'
import { openReturnAddresses } from './return-address.ts'

const returnAddresses = openReturnAddresses('bounces+*@board.example', (text) =>
  createHmac('sha256', 'secret').update(text).digest(),
)
const letterId = 'ltr_01kaf2q8zz0123456789abcdef'
const address = returnAddresses.of(letterId) ?? ''
const by = { returnAddresses, idHeaders: ['X-Portico-Letter'], domain: 'board.example' }
const read = (message: string | Buffer) => readReturned(Buffer.from(message), by)
const mail = (head: Record<string, string>, body: string) =>
  `${Object.entries(head)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body.replaceAll('\n', '\r\n')}`
const daemon = { 'Return-Path': '<>', From: 'MAILER-DAEMON@mx.example.org (Mail Delivery System)' }

describe('what comes back', () => {
  it('in a report names whom it did not reach and why (RFC 3464)', async () => {
    const { is, sentAs, failures } = await read(deliveryReport('Original-Envelope-Id: ltr_1'))
    assert.deepEqual([is, sentAs], ['failed', { id: 'ltr_1' }])
    assert.deepEqual(failures, [
      {
        destination: 'nobody@example.org',
        why: 'smtp; 550 5.1.1 <nobody@example.org>: no such mailbox here',
        isTemporary: false,
      },
    ])
  })

  /** Where the work grew with the square of the size, one of these took a quarter of an hour. */
  it('is read at its full size also where somebody wrote it to take long', async () => {
    const size = 250_000
    const withReport = (type: string, body: string) =>
      mail(
        { ...daemon, Subject: 'failure', 'Content-Type': 'multipart/report; boundary=b' },
        `--b\nContent-Type: text/plain\n\nUser unknown\n--b\nContent-Type: ${type}\n\n${body}\n--b--\n`,
      )
    const plain = (body: string) => mail({ ...daemon, 'Content-Type': 'text/plain' }, `User unknown\n${body}`)
    const nested = (depth: number) =>
      Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`)
    for (const [message, expected] of [
      [withReport('message/rfc822', '>'.repeat(size)), 'failed'],
      [withReport('message/rfc822', `${'> '.repeat(size / 2)}x`), 'failed'],
      [withReport('message/delivery-status', `Final-Recipient:${' '.repeat(size)}x`), 'failed'],
      [plain(`${' '.repeat(size)}x`), 'failed'],
      [plain('\n'.repeat(size)), 'failed'],
      [plain('-'.repeat(size)), 'failed'],
      [withReport('text/plain', '-'.repeat(size)), 'failed'],
      [plain(`domain ${'Δυστυχώς'.repeat(50)}`), 'failed'],
      [plain('message-id: '.repeat(size / 12)), 'failed'],
      [plain('bounces+'.repeat(size / 8)), 'failed'],
      [withReport('text/plain', '\n--b\n\nx'.repeat(size / 8)), 'failed'],
      [mail({ ...daemon, Subject: 'User unknown '.repeat(size / 13) }, 'x'), 'failed'],
      [mail({ From: 'a@example.org,'.repeat(size / 14) }, 'x'), 'mail'],
      [nested(4000).join(''), 'mail'],
      [mail({ 'Content-Type': 'text/html' }, '<a '.repeat(size / 3)), 'mail'],
    ] as const)
      assert.equal((await read(message)).is, expected, message.slice(0, 300))
  })

  it('is told apart by what the report says happened', async () => {
    const report = deliveryReport('Original-Envelope-Id: ltr_1')
    const as = async (action: string, status = '5.1.1') =>
      (
        await read(
          report.replace('Action: failed', `Action: ${action}`).replace('Status: 5.1.1', `Status: ${status}`),
        )
      ).is
    assert.equal(await as('delayed', '4.4.7'), 'delayed')
    for (const action of ['delivered', 'relayed', 'expanded'])
      assert.equal(await as(action, '2.1.5'), 'delivered')
    const { is, failures } = await read(report.replace('Status: 5.1.1', 'Status: 4.4.7'))
    assert.deepEqual([is, failures[0]?.isTemporary], ['failed', true], 'the server gave up')
    const mixed = report.replace(
      'Final-Recipient:',
      'Final-Recipient: rfc822; slow@example.org\r\nAction: delayed\r\nStatus: 4.2.2\r\n\r\nFinal-Recipient:',
    )
    assert.deepEqual(
      (await read(mixed)).failures.map(({ destination }) => destination),
      ['nobody@example.org'],
    )
    assert.equal(await as(''), 'failed', 'the status tells')
  })

  it('is found in a report inside other parts', async () => {
    const inside = deliveryReport('Original-Envelope-Id: ltr_1').split('\r\n').slice(1).join('\r\n')
    const wrapped = `From: gateway@example.org\r\nSubject: [External] Undeliverable\r\nContent-Type: multipart/mixed; boundary="o"\r\n\r\n--o\r\n${inside}\r\n--o\r\nContent-Type: text/plain\r\n\r\nScanned.\r\n--o--\r\n`
    const { is, sentAs } = await read(wrapped)
    assert.deepEqual([is, sentAs], ['failed', { id: 'ltr_1' }])
    assert.equal((await read(wrapped.replace('multipart/report', 'multipart/mixed'))).is, 'failed')
  })

  it('is read as qmail, Exim, Exchange, Gmail and Yahoo write it', async () => {
    const forms: Record<string, [Record<string, string>, string, string]> = {
      qmail: [
        { ...daemon, Subject: 'failure notice' },
        "Hi. This is the qmail-send program at example.org.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ada@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <letters@board.example>\nX-Portico-Letter: ltr_q\n\nText",
        'ltr_q',
      ],
      Exim: [
        {
          From: 'Mail Delivery System <Mailer-Daemon@mx.example.org>',
          'X-Failed-Recipients': 'ada@example.org',
          'Auto-Submitted': 'auto-replied',
          Subject: 'Mail delivery failed: returning message to sender',
        },
        'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ada@example.org\n    550 Unrouteable address\n\n------ This is a copy of the message, including all the headers. ------\n\nX-Portico-Letter: ltr_e\n',
        'ltr_e',
      ],
      Exchange: [
        { From: 'System Administrator <postmaster@example.org>', Subject: 'Undeliverable: Your appeal' },
        'Your message\n\n  To:      ada@example.org\n  Subject: Your appeal\n\ndid not reach the following recipient(s):\n\nada@example.org on Tue, 3 Mar 2026 10:00:00\n    The e-mail account does not exist at the organization this message was sent to.\n    <mx.example.org #5.1.1>\n\nX-Portico-Letter: ltr_x',
        'ltr_x',
      ],
      Gmail: [
        {
          From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
          Subject: 'Delivery Status Notification (Failure)',
        },
        'Delivery to the following recipient failed permanently:\n\n     ada@example.org\n\nTechnical details of permanent failure:\nThe email account that you tried to reach does not exist.\n\n----- Original message -----\n\nX-Portico-Letter: ltr_g\nSubject: Your appeal',
        'ltr_g',
      ],
      Yahoo: [
        { From: 'MAILER-DAEMON@yahoo.com', Subject: 'Delivery failure' },
        "Message from yahoo.com.\nUnable to deliver message to the following address(es).\n\n<ada@example.org>:\nThis user doesn't have a yahoo.com account (ada@example.org) [0]\n\n--- Original message follows.\n\nX-Portico-Letter: ltr_y\n",
        'ltr_y',
      ],
    }
    for (const [name, [head, body, id]] of Object.entries(forms)) {
      const { is, sentAs, failures } = await read(mail(head, body))
      assert.deepEqual(
        [is, sentAs, failures.map((failure) => failure.destination)],
        ['failed', { id }, ['ada@example.org']],
        name,
      )
    }
  })

  it('names its message by the return address alone, whatever the text says', async () => {
    const head = { ...daemon, To: address, Subject: 'Xyzzy' }
    assert.deepEqual(
      [(await read(mail(head, 'Plugh.'))).is, (await read(mail(head, 'Plugh.'))).sentAs],
      ['unclear', { id: letterId }],
    )
    const refused = await read(mail(head, 'ada@example.org: 550 User unknown'))
    assert.deepEqual([refused.is, refused.sentAs], ['failed', { id: letterId }])
  })

  it('of an earlier version is named by its headers or its Message-ID', async () => {
    const head = { ...daemon, Subject: 'failure notice' }
    const body = '<ada@example.org>: 550 unknown user\n\n--- Below this line is a copy of the message.\n\n'
    const named = async (line: string) => (await read(mail(head, body + line))).sentAs
    assert.deepEqual(await named('X-Portico-Letter: ltr_1'), { id: 'ltr_1' })
    assert.deepEqual(await named('Message-ID: <obl_1@board.example>'), { key: 'obl_1' })
    assert.equal(await named('Message-ID: <obl_1@elsewhere.example>'), undefined)
  })

  it('with a forged return address names nothing', async () => {
    const forged = address.replace(/\.\w{16}@/, '.0000000000000000@')
    const message = mail(
      { ...daemon, To: forged, Subject: 'failure notice' },
      '550 unknown\nX-Portico-Letter: ltr_1',
    )
    const { sentAs, isForged } = await read(message)
    assert.deepEqual([sentAs, isForged], [undefined, true])
  })

  it('is no failure where somebody is away, has it, or wants to know who writes, not even at the return address', async () => {
    const person = { From: 'Ada Byron <ada@example.org>', To: address }
    const replies: Record<string, string>[] = [
      { ...person, Subject: 'Re: Your appeal', 'Auto-Submitted': 'auto-replied' },
      {
        ...person,
        'Return-Path': '<>',
        Subject: 'Re: Your appeal',
        'Auto-Submitted': 'auto-replied (vacation)',
      },
      {
        ...person,
        'Return-Path': '<>',
        Subject: 'Automatic reply: Your appeal',
        'X-Auto-Response-Suppress': 'All',
      },
      { ...person, Subject: 'Out of Office: I will be back on Monday' },
      { ...person, Subject: 'Abwesenheitsnotiz: Ihre Beschwerde' },
      { ...person, Subject: 'Réponse automatique : votre appel' },
      { ...person, Subject: 'Respuesta automática: su apelación' },
      { ...person, Subject: '自動返信: ご連絡' },
      { ...person, Subject: 'Autosvar: din sag', Precedence: 'auto_reply' },
      { ...person, Subject: 'Your message', 'X-Autoreply': 'yes' },
      { ...person, Subject: 'Auto: Your appeal', 'Return-Path': '<>' },
    ]
    const texts = [
      'I could not be reached, delivery failed, error 550. I am on leave.',
      'I will be back on Monday.',
    ]
    for (const head of replies)
      for (const text of texts) assert.equal((await read(mail(head, text))).is, 'autoReply', head.Subject)
    const challenge = mail(
      { From: 'Gate <gate@example.org>', 'Return-Path': '<>', To: address, Subject: 'RE: Your appeal' },
      'Please click on the following link to have your address added to the recipient’s allowed list.',
    )
    assert.equal((await read(challenge)).is, 'autoReply')
  })

  /** Half of the small firms have a mailbox by one of these names, and their replies have no sender to answer to. */
  it('is the reply of a program also from a mailbox that a server might have, and in words that a server might use', async () => {
    const away = 'I cannot be reached, my mailbox is full. If there is an error or a problem, call 555 0100.'
    const senders = [
      'mail@kanzlei.example',
      'Administrator <administrator@firm.example>',
      'system@firm.example',
      'root@host.example',
      '"Exchange, Ann" <ann@example.org>',
      'postmaster@firm.example',
    ]
    for (const From of senders) {
      const head = { 'Return-Path': '<>', From, To: address, Subject: 'Away until May', Precedence: 'bulk' }
      const vacation = { ...head, 'Auto-Submitted': 'auto-replied (vacation)' }
      assert.equal((await read(mail(vacation, away))).is, 'autoReply', From)
      assert.equal((await read(mail({ ...head, 'Auto-Submitted': 'auto-replied' }, away))).is, 'autoReply')
      const suppressing = { ...head, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
      assert.equal((await read(mail(suppressing, away))).is, 'autoReply', From)
      const titled = { ...head, Subject: 'Automatic reply: Your appeal' }
      assert.equal((await read(mail(titled, away))).is, 'autoReply', From)
      if (From.startsWith('postmaster')) continue
      const answer = { ...head, Subject: 'Re: Your appeal' }
      assert.equal((await read(mail(answer, away))).is, 'unclear', From)
      const written = { ...answer, 'Return-Path': '<someone@firm.example>' }
      assert.equal((await read(mail(written, away))).is, 'mail', From)
    }
    const returned = `${away}\n\nReceived: from mx.board.example\nMessage-ID: <key@board.example>\nSubject: Your appeal`
    assert.equal(
      (await read(mail({ 'Return-Path': '<>', From: 'root@host.example' }, returned))).is,
      'failed',
    )
    const rejected = {
      'Return-Path': '<>',
      From: 'Help Desk <support@firm.example>',
      To: address,
      Subject: 'Your ticket has been rejected',
    }
    const desk = 'Your request could not be processed, since it names no product.'
    const generated = { ...rejected, 'Auto-Submitted': 'auto-generated' }
    assert.equal((await read(mail(generated, desk))).is, 'unclear')
    // With what came back it is believed, whoever sends it.
    assert.equal((await read(mail(generated, `${desk}\n\n550 5.1.1 No such user`))).is, 'failed')

    for (const subject of [
      'Otomatik Yanıt: Notice',
      'Automatikus válasz: Notice',
      'Αυτόματη απάντηση: Notice',
      'Автоматична відповідь: Notice',
      'תשובה אוטומטית: Notice',
      'رد تلقائي: Notice',
      'Thư trả lời Tự động: Notice',
      'Automatiskt svar: Notice',
      'Samodejni odgovor: Notice',
      'Răspuns automat: Notice',
    ]) {
      const Subject = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
      const head = { 'Return-Path': '<>', From: 'Ada Byron <ada@example.org>', To: address, Subject }
      assert.equal((await read(mail(head, away))).is, 'autoReply', subject)
    }
  })

  it('is the reply of a program in those that others collected', async () => {
    const folder = join(import.meta.dirname, '../../test/bounces/sisimai')
    const names = await readdir(folder)
    assert.equal(names.length, 6)
    for (const name of names)
      assert.equal((await read(await readFile(join(folder, name)))).is, 'autoReply', name)
  })

  it('is mail where a person writes, or a program says that it was read', async () => {
    const person = { From: 'Ada Byron <ada@example.org>', To: 'letters@board.example' }
    const letters: [Record<string, string>, string][] = [
      [{ ...person, Subject: 'Re: Delivery failure' }, 'The delivery of my file failed: error 550.'],
      [{ ...person, Subject: 'Fwd: Undeliverable: my evidence' }, 'This came back to me, 550 user unknown.'],
      [{ ...person, Subject: 'My appeal' }, 'I could not find the form; the address is unknown.'],
    ]
    for (const [head, text] of letters) assert.equal((await read(mail(head, text))).is, 'mail', head.Subject)
    const receipt = deliveryReport('x: y')
      .replace('report-type=delivery-status', 'report-type=disposition-notification')
      .replace('message/delivery-status', 'message/disposition-notification')
    assert.equal((await read(receipt)).is, 'mail')
  })

  it('is recognised in the messages that others collected', async () => {
    const messages = await fluflMessages(join(import.meta.dirname, '../../test/bounces/flufl'))
    const verdicts = await Promise.all(
      messages.map(async ({ name, source, is }) => ({ name, is, found: (await read(source)).is })),
    )
    const wrong = verdicts.filter(({ is, found }) => is !== found)
    // It looks like an answer of a person but for two words at the end of its subject.
    assert.deepEqual(wrong, [{ name: 'simple_20.txt', is: 'failed', found: 'mail' }])
    for (const { name, source } of messages) {
      const { sentAs } = await read(Buffer.concat([Buffer.from(`Delivered-To: ${address}\n`), source]))
      assert.deepEqual(sentAs, { id: letterId }, name)
    }
  })

  it('that is hostile yields short fields or nothing', async () => {
    const random = seeded(7)
    const report = Buffer.from(deliveryReport('Original-Envelope-Id: ltr_1'))
    const group = 'Final-Recipient: rfc822; a@example.org\r\nAction: failed\r\n\r\n'
    const many = deliveryReport('x: y').replace('Final-Recipient', `${group.repeat(5000)}Final-Recipient`)
    const long = deliveryReport(`Original-Envelope-Id: ${'x'.repeat(100_000)}\u0000\u001b`)
    const words = [
      'user ',
      'could not ',
      '@a.b ',
      '5.1.',
      'x.',
      ' \n',
      '<a@b',
      'will be ',
      'delivery to ',
      '<div>',
      '=?utf-8?q?',
    ]
    const floods = words.map((word) => mail({ ...daemon, Subject: word.repeat(1000) }, word.repeat(30_000)))
    let nested = 'Content-Type: text/plain\r\n\r\ndeep'
    for (let level = 300; level > 0; level -= 1)
      nested = `Content-Type: multipart/report; boundary="b${level}"\r\n\r\n--b${level}\r\n${nested}\r\n--b${level}--\r\n`
    const mutants = Array.from({ length: 300 }, () => mutated(report, random))
    for (const message of [...mutants, many, long, ...floods, nested, '', '\u0000', 'x'.repeat(300_000)]) {
      const { failures, sentAs } = await read(message as Buffer)
      assert.ok(failures.length <= 100)
      for (const { why, destination } of failures) {
        assert.ok(why.length > 0 && why.length <= 2000 && destination.length > 0 && destination.length <= 500)
        assert.doesNotMatch(why + destination, /\p{Cc}/u)
      }
      assert.ok(JSON.stringify(sentAs ?? '').length <= 220)
    }
  })
})
