import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
export const region = 'us-east-1'
export const bucket = 'evidence'

const program = `
  const [directory, port, ...buckets] = process.argv.slice(1)
  const S3rver = require('@20minutes/s3rver')
  const configureBuckets = buckets.map((name) => ({ name }))
  // It signs the address of a bucket itself otherwise than the SDK does.
  const allowMismatchedSignatures = process.env.S3_ANY_SIGNATURE === 'yes'
  const options = { configureBuckets, allowMismatchedSignatures, silent: true }
  const server = new S3rver({ address: '127.0.0.1', port: Number(port), directory, ...options })
  server.run().then((address) => console.log(address.port))
  process.stdin.resume().on('end', () => process.exit())
`

/** A real S3 server on this machine, in a process of its own, that can go away, hang and come back. */
export async function startS3({ anySignature = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-s3-'))
  let child = await serve(0)

  async function serve(port: number) {
    const started = spawn(process.execPath, ['--eval', program, folder, String(port), bucket], {
      cwd: import.meta.dirname,
      env: { ...process.env, S3_ANY_SIGNATURE: anySignature ? 'yes' : 'no' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = (await once(started.stdout, 'data')) as [Buffer]
    return { process: started, port: Number(line) }
  }

  async function goAway() {
    const ended = once(child.process, 'exit')
    child.process.kill('SIGKILL')
    await ended
  }

  return {
    endpoint: `http://127.0.0.1:${child.port}`,
    /** Where it keeps its objects. */
    folder,
    goAway,
    async comeBack() {
      child = await serve(child.port)
    },
    hang: () => child.process.kill('SIGSTOP'),
    goOn: () => child.process.kill('SIGCONT'),
    async close() {
      if (child.process.exitCode === null && child.process.signalCode === null) await goAway()
      await rm(folder, { recursive: true })
    },
  }
}
