import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export type NatsServer = Awaited<ReturnType<typeof startNats>>

/** A nats-server of Debian on loopback, with JetStream in a folder of its own; with a certificate, over TLS alone. */
export async function startNats(tls?: { ca: string; certFile: string; keyFile: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-nats-'))
  const port = await freePort()
  const url = `${tls ? 'tls' : 'nats'}://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const start = async () => {
    if (child?.exitCode === null && child.signalCode === null) return
    const args = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)]
    if (tls) args.push('--tls', '--tlscert', tls.certFile, '--tlskey', tls.keyFile)
    let said = ''
    child = spawn('nats-server', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    await until(async () => {
      assert.equal(child?.exitCode, null, said)
      return withConnection(({ jsm }) => jsm.getAccountInfo()).then(Boolean, () => false)
    })
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child?.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  /** By a connection of its own, so that none of ours is in the way of what is tested. */
  const withConnection = async <Done>(
    work: (nats: {
      js: ReturnType<typeof jetstream>
      jsm: Awaited<ReturnType<typeof jetstreamManager>>
    }) => Promise<Done>,
  ): Promise<Done> => {
    const connection = await connect({
      servers: `127.0.0.1:${port}`,
      reconnect: false,
      timeout: 5000,
      // Whatever it is called.
      ...(tls ? { tls: { ca: tls.ca, checkServerIdentity: () => undefined } as object } : {}),
    })
    try {
      return await work({ js: jetstream(connection), jsm: await jetstreamManager(connection) })
    } finally {
      await connection.close()
    }
  }
  await start()
  return {
    url,
    start,
    kill,
    withConnection,
    /** It takes connections, and says nothing. */
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async close() {
      child?.kill('SIGCONT')
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
