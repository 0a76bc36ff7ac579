import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** A Postfix of Debian on loopback with two mailboxes, and a domain whose mail comes back. */
export async function startPostfix() {
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
    recipient_delimiter: '+',
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
    owner,
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
