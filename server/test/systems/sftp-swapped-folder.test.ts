import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { documentSourceLaws } from '@portico/contract/conformance/document-source'
import { outputLaws } from '@portico/contract/conformance/output'
import { bytesOfSample } from '@portico/contract/conformance/sample-file'
import type { CallContext, Host } from '@portico/contract/ports/kit'
import documentSource from '../../ports/document-source/adapters/sftp.ts'
import output from '../../ports/output/adapters/sftp.ts'
import { type Sshd, startSshd } from '../sshd.ts'
import type { Swap } from '../swapping-sftp-server.ts'

export const debianPackages = ['openssh-server', 'openssh-sftp-server']

/** Each message takes a session of its own: all of them, with 1, take a quarter of an hour. */
const stride = Number(process.env.SWEEP_EVERY ?? 4)

const host = {
  now: () => new Date('2026-03-02T12:00:00.000Z'),
  resolve: async (hostname: string) => ({ address: hostname, family: 4 }),
} as Host<never>
const context = (): CallContext => ({
  key: 'obl_1',
  attempt: 1,
  signal: AbortSignal.timeout(30_000),
  open: async () => [bytesOfSample].values() as never,
})

describe('a folder that somebody on the server swaps for a link, before any message', {
  timeout: 900_000,
}, () => {
  let sshd: Sshd
  let here: string
  before(async () => {
    here = await mkdtemp(join(tmpdir(), 'portico-swap-'))
    const script = fileURLToPath(new URL('../swapping-sftp-server.ts', import.meta.url))
    sshd = await startSshd(`${process.execPath} ${script} ${join(here, 'plan.json')}`)
  })
  after(async () => {
    await sshd?.close()
    await rm(here, { recursive: true, force: true })
  })

  const options = (path: string) => {
    const { port, hostKey, username, privateKey } = sshd
    return { host: '127.0.0.1', port, hostKey, username, privateKey, path }
  }

  /** Before the first message, and so on, until there is none left to come before. */
  async function sweep(
    folder: string,
    back: boolean,
    prepare: (root: string) => Promise<void>,
    write: (root: string) => Promise<unknown>,
  ) {
    let refused = 0
    for (let at = 0, messages = 1; at < messages; at += stride) {
      const root = join(here, `${at}`, 'root')
      const outside = join(here, `${at}`, 'outside')
      const seen = join(here, 'seen')
      await mkdir(root, { recursive: true })
      await mkdir(outside)
      await writeFile(join(outside, 'kept'), 'of somebody else')
      await prepare(root)
      const swap: Swap = { root, outside, folder, at, back, seen }
      await writeFile(join(here, 'plan.json'), JSON.stringify(swap))
      const failure: unknown = await write(root).then(
        () => undefined,
        (error) => error,
      )
      if ((failure as { code?: string } | undefined)?.code === 'refused') refused += 1
      const astray = await filesIn(outside)
      const where = `before message ${at}${back ? ', and back' : ''}: ${failure}`
      assert.equal(astray.get('kept'), 16, where)
      for (const [path, size] of astray)
        if (path !== 'kept') assert.ok(back && size === 0, `${path} ${where}`)
      messages = Number(await readFile(seen, 'utf8'))
      await rm(join(here, `${at}`), { recursive: true })
      await rm(join(here, `${at}`, 'root.aside'), { recursive: true, force: true })
    }
    return refused
  }

  const decisions = [
    ['.portico/sent', false],
    ['.portico/staging/*', false],
    ['.portico/staging/*', true],
  ] as const
  for (const [folder, back] of decisions)
    it(`no byte of a decision gets out by ${folder}${back ? ', which is put back at once' : ''}`, async () => {
      const deliver = async (path: string) => {
        const { calls } = await output.open({ ...options(path), channel: 'archive' }, host)
        return calls.deliver(outputLaws.samples.deliver as never, context())
      }
      const prepare = async (root: string) => {
        for (const name of ['staging', 'sent']) await mkdir(join(root, '.portico', name), { recursive: true })
      }
      assert.ok((await sweep(folder, back, prepare, deliver)) > 0)
    })

  for (const back of [false, true])
    it(`nor of a document that is written back${back ? ', where it is put back at once' : ''}`, async () => {
      const docket = 'D-1'
      const write = async (path: string) => {
        const given = { ...options(join(path, 'in')), writeBackPath: join(path, 'back'), settleSeconds: 0 }
        const { calls } = await documentSource.open(given, host)
        return calls.writeBack?.(
          { ...(documentSourceLaws.samples.writeBack as object), case: { docketNumber: docket } } as never,
          context(),
        )
      }
      const prepare = async (root: string) => {
        await mkdir(join(root, 'in'))
        await mkdir(join(root, 'back', docket), { recursive: true })
      }
      assert.ok((await sweep(`back/${docket}`, back, prepare, write)) > 0)
    })
})

async function filesIn(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) sizes.set(path.slice(folder.length + 1), (await stat(path)).size)
  }
  return sizes
}
