import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export const account = { username: 'portico', password: 'seldom used' }

/** A Dovecot of Debian on loopback, by TLS alone, with the Maildirs of one folder. */
export async function startDovecot(tls: { certFile: string; keyFile: string }, mail: string, owner: number) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-dovecot-'))
  const port = await freePort()
  const at = (name: string) => join(folder, name)
  await chmod(folder, 0o755)
  await mkdir(at('run'))
  await writeFile(at('users'), `${account.username}:{PLAIN}${account.password}::::::\n`)
  // The index is ours: what Postfix puts into a Maildir stays as it is.
  await mkdir(at('index'))
  await chown(at('index'), owner, owner)
  await writeFile(
    at('dovecot.conf'),
    `protocols = imap
base_dir = ${at('run')}
state_dir = ${at('run')}
log_path = ${at('log')}
listen = 127.0.0.1
ssl = required
ssl_cert = <${tls.certFile}
ssl_key = <${tls.keyFile}
disable_plaintext_auth = yes
mail_location = maildir:${mail}/%u:INDEX=${at('index')}/%u
first_valid_uid = 1
maildir_very_dirty_syncs = no
default_internal_user = dovecot
default_login_user = dovenull
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${at('users')}
}
userdb {
  driver = static
  args = uid=${owner} gid=${owner} home=${mail}/%u
}
`,
  )
  let child: ChildProcess | undefined
  const isUp = () => child?.exitCode === null && child.signalCode === null
  const start = async () => {
    if (isUp()) return
    let said = ''
    child = spawn('dovecot', ['-F', '-c', at('dovecot.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    await until(async () => {
      if (!isUp()) throw new Error(`dovecot: ${said}`)
      const { connect } = await import('node:net')
      return new Promise<boolean>((done) => {
        const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false))
        socket.once('connect', () => socket.destroy())
      })
    })
  }
  const stop = async () => {
    if (!isUp()) return
    const ended = new Promise((done) => child?.once('exit', done))
    child?.kill('SIGTERM')
    await ended
  }
  await start()
  return {
    port,
    start,
    stop,
    log: at('log'),
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
