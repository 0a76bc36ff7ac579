import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export type Sshd = Awaited<ReturnType<typeof startSshd>>

/** An OpenSSH server of Debian on loopback, which lets in whoever runs the tests, by key, for SFTP alone. */
export async function startSshd(sftpServer = 'internal-sftp') {
  const folder = await mkdtemp(join(tmpdir(), 'portico-sshd-'))
  const port = await freePort()
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  makeKey('host')
  makeKey('user')
  await writeFile(join(folder, 'authorized'), await readFile(join(folder, 'user.pub')))
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  await writeFile(
    join(folder, 'config'),
    `ListenAddress 127.0.0.1
Port ${port}
HostKey ${folder}/host
AuthorizedKeysFile ${folder}/authorized
StrictModes no
PermitRootLogin prohibit-password
PasswordAuthentication no
UsePAM no
PidFile none
MaxStartups 100
Subsystem sftp ${sftpServer}
ForceCommand ${sftpServer}
`,
  )
  let child: ChildProcess | undefined
  const start = async () => {
    if (child?.exitCode === null && child.signalCode === null) return
    let said = ''
    const args = ['-D', '-e', '-f', join(folder, 'config')]
    child = spawn('/usr/sbin/sshd', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    await until(async () => {
      assert.equal(child?.exitCode, null, said)
      return answers(port)
    })
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child?.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  const fingerprint = execFileSync('ssh-keygen', ['-l', '-f', join(folder, 'host.pub')], { encoding: 'utf8' })
  return {
    port,
    hostKey: fingerprint.split(' ')[1] ?? '',
    username: userInfo().username,
    privateKey: readFileSync(join(folder, 'user'), 'utf8'),
    start,
    stop,
    /** It takes connections, and says nothing. */
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async close() {
      child?.kill('SIGCONT')
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      done(true)
      socket.destroy()
    })
    socket.once('close', () => done(false)).once('error', () => done(false))
  })
}
