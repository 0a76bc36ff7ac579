import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { notificationsLaws } from '@portico/contract/conformance/notifications'
import { Skipped } from '@portico/contract/conformance/trial'
import type { InputOf } from '@portico/contract/ports/kit'
import type { notifications } from '@portico/contract/ports/notifications'
import smtp from '../../ports/notifications/adapters/smtp.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'

export const debianPackages = ['postfix']

const run = promisify(execFile)

describe('the SMTP adapter of notifications, against Postfix', { timeout: 240_000 }, () => {
  let postfix: Awaited<ReturnType<typeof startPostfix>>
  before(async () => {
    postfix = await startPostfix()
  })
  after(() => postfix?.close())

  const options = () =>
    ({ host: '127.0.0.1', port: postfix.port, security: 'none', from: 'portico@example.org' }) as const
  const message = (to: string) =>
    ({
      ...notificationsLaws.samples.notify,
      notificationId: 'notification_1',
      event: { id: 'evt_1', type: 'task.assigned', at: '2026-03-02T15:04:05.000Z' },
      recipient: { id: 'mem_1', name: 'Ada Byron', emails: [to] },
    }) as InputOf<typeof notifications, 'notify'>
  const contextOf = (key: string) => ({
    key,
    attempt: 1,
    signal: AbortSignal.timeout(120_000),
    open: async () => assert.fail('nothing is attached'),
  })

  it('keeps the laws of the port', async () => {
    const mood = async (mood: Mood) => {
      if (mood === 'hanging' || mood === 'refusing') throw new Skipped('Postfix does neither on demand.')
      if (mood === 'down') await postfix.stop()
      else await postfix.start()
    }
    const refused = { notify: message('stranger@example.org') }
    const effects = () => postfix.messageIds('ada')
    await keepsTheLaws(notificationsLaws, subjectOf(smtp, options(), { effects, mood, refused }))
  })

  it('a message arrives as it was written, with its own Message-ID and marked as automatic', async () => {
    const { adapter } = await subjectOf(smtp, options()).open()
    const { receipt } = await adapter.calls.notify(message('ada@example.org'), contextOf('obl_arrives'))
    assert.equal(receipt?.destination, 'ada@example.org')
    const mail = await until(async () =>
      (await postfix.mails('ada')).find((text) => text.includes('obl_arrives')),
    )
    assert.match(mail, /^Subject: A draft waits for you$/m)
    assert.match(mail, /^Auto-Submitted: auto-generated$/m)
    assert.match(mail, /Docket 240319-100482 was assigned to you\./)
  })

  it('a bounce of Postfix names the notification, and is told as a fact', async () => {
    const { adapter, told, close } = await subjectOf(smtp, {
      ...options(),
      bounces: postfix.maildir('portico'),
    }).open()
    await adapter.start?.()
    await adapter.calls.notify(
      { ...message('ada@gone.example'), notificationId: 'notification_gone' },
      contextOf('obl_gone'),
    )
    const [fact] = await until(() => {
      const facts = told?.() ?? []
      return facts.length > 0 && facts
    })
    await close()
    assert.equal(fact?.name, 'bounce')
    const bounce = fact?.fact as { notificationId: string; destination: string; why: string }
    assert.deepEqual([bounce.notificationId, bounce.destination], ['notification_gone', 'ada@gone.example'])
    assert.match(bounce.why, /\S/)
  })
})

/** A Postfix of Debian on loopback with two mailboxes, and a domain whose mail comes back. */
async function startPostfix() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-postfix-'))
  const port = await freePort()
  const at = (name: string) => join(folder, name)
  await chmod(folder, 0o755)
  for (const name of ['etc', 'spool', 'data', 'mail']) await mkdir(at(name))
  const { stdout } = await run('id', ['-u', 'postfix'])
  const owner = Number(stdout.trim())
  await chown(at('data'), owner, owner)
  await chown(at('mail'), owner, owner)
  const settings = {
    compatibility_level: '3.6',
    queue_directory: at('spool'),
    data_directory: at('data'),
    maillog_file_prefixes: folder,
    maillog_file: at('log'),
    myhostname: 'mail.example.org',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    virtual_mailbox_domains: 'example.org',
    virtual_mailbox_base: at('mail'),
    virtual_mailbox_maps: `texthash:${at('etc/boxes')}`,
    virtual_uid_maps: `static:${owner}`,
    virtual_gid_maps: `static:${owner}`,
    virtual_minimum_uid: '1',
    relay_domains: 'gone.example',
    transport_maps: `texthash:${at('etc/transport')}`,
  }
  const services = [
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
  ]
  for (const name of ['bounce', 'defer', 'trace']) services.push(`${name} unix - - n - 0 bounce`)
  for (const name of ['error', 'retry']) services.push(`${name} unix - - n - - error`)
  services.push('showq unix n - n - - showq')
  for (const name of ['proxymap', 'anvil']) services.push(`${name} unix - - n - 1 ${name}`)
  await writeFile(
    at('etc/master.cf'),
    [
      `127.0.0.1:${port} inet n - n - - smtpd`,
      'pickup unix n - n 60 1 pickup',
      ...services,
      'virtual unix - n n - - virtual',
      'postlog unix-dgram n - n - 1 postlogd',
      'nouser unix - n n - - pipe flags=q user=nobody argv=/bin/false',
      '',
    ].join('\n'),
  )
  await writeFile(
    at('etc/main.cf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  )
  await writeFile(at('etc/boxes'), 'ada@example.org ada/\nportico@example.org portico/\n')
  await writeFile(at('etc/transport'), 'gone.example nouser:\n')
  const postfix = (command: string) => run('postfix', ['-c', at('etc'), command])
  let isRunning = false
  const start = async () => {
    if (!isRunning) await postfix('start')
    isRunning = true
  }
  const stop = async () => {
    if (isRunning) await postfix('stop')
    isRunning = false
  }
  await start()
  const maildir = (box: string) => join(folder, 'mail', box)
  const mails = async (box: string) => {
    const names = await readdir(join(maildir(box), 'new')).catch(() => [])
    return Promise.all(names.toSorted().map((name) => readFile(join(maildir(box), 'new', name), 'utf8')))
  }
  for (const name of ['', '/new', '/cur', '/tmp']) {
    await mkdir(maildir('portico') + name)
    await chown(maildir('portico') + name, owner, owner)
  }
  return {
    port,
    maildir,
    mails,
    start,
    stop,
    /** Of what was delivered: Postfix has taken a message before it is in the mailbox. */
    async messageIds(box: string) {
      await until(async () => {
        const { stdout } = await run('postqueue', ['-c', at('etc'), '-j']).catch(() => ({ stdout: '' }))
        return !isRunning || stdout.trim() === ''
      })
      const ids = (await mails(box)).map((text) => /^Message-ID: <([^>]+)>/im.exec(text)?.[1] ?? '')
      return [...new Set(ids)].toSorted()
    },
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
