import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { outputLaws } from '@portico/contract/conformance/output'
import { bytesOfSample } from '@portico/contract/conformance/sample-file'
import { type CallContext, type Host, type InputOf, PortError } from '@portico/contract/ports/kit'
import type { output } from '@portico/contract/ports/output'
import sftp from '../../ports/output/adapters/sftp.ts'
import type { Death } from '../dying-sftp-server.ts'
import { type Sshd, startSshd } from '../sshd.ts'

export const debianPackages = ['openssh-server']

const input = outputLaws.samples.deliver as InputOf<typeof output, 'deliver'>
const host = {
  now: () => new Date('2026-03-02T12:00:00.000Z'),
  resolve: async (hostname: string) => ({ address: hostname, family: 4 }),
} as Host<typeof output>

describe('a delivery to an SFTP server that dies in the middle of a request', { timeout: 300_000 }, () => {
  let sshd: Sshd
  let here: string
  before(async () => {
    here = await mkdtemp(join(tmpdir(), 'portico-dying-'))
    const script = fileURLToPath(new URL('../dying-sftp-server.ts', import.meta.url))
    sshd = await startSshd(`${process.execPath} ${script} ${join(here, 'plan.json')}`)
  })
  after(async () => {
    await sshd?.close()
    await rm(here, { recursive: true, force: true })
  })

  it('fails with a sentence at every one of them, and is done by the next attempt', async () => {
    const path = join(here, 'drop')
    const { port, hostKey, username, privateKey } = sshd
    const options = { host: '127.0.0.1', port, hostKey, username, privateKey, path, channel: 'archive' }
    const seen = join(here, 'seen')
    const deliver = async (at: number) => {
      await writeFile(join(here, 'plan.json'), JSON.stringify({ at, seen } satisfies Death))
      const adapter = await sftp.open(options as never, host)
      const context: CallContext = {
        key: 'obl_1',
        attempt: 1,
        // Nothing but the server ends it.
        signal: new AbortController().signal,
        open: async () => [bytesOfSample].values() as never,
      }
      return adapter.calls.deliver?.(input, context)
    }
    await mkdir(path)
    await deliver(1_000_000)
    const messages = Number(await readFile(seen, 'utf8'))
    let failed = 0
    for (let at = 1; at < messages; at += 10) {
      await rm(path, { recursive: true, force: true })
      await mkdir(path)
      const error = await deliver(at).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error) {
        failed += 1
        assert.ok(error instanceof PortError && error.retryable, String(error))
        assert.match(error.message, /closed the connection|cannot be reached|No response/i)
      }
      assert.ok(await deliver(1_000_000), 'the next attempt is answered')
    }
    assert.ok(failed > 3, `it failed ${failed} times`)
  })
})
