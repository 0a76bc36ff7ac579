import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { outputLaws } from '@portico/contract/conformance/output'
import { bytesOfSample } from '@portico/contract/conformance/sample-file'
import { Skipped } from '@portico/contract/conformance/trial'
import type { CallContext, Host, InputOf } from '@portico/contract/ports/kit'
import type { output } from '@portico/contract/ports/output'
import sftp from '../../ports/output/adapters/sftp.ts'
import { type Sshd, startSshd } from '../sshd.ts'

export const debianPackages = ['openssh-server']

const input = outputLaws.samples.deliver as InputOf<typeof output, 'deliver'>
const host = {
  now: () => new Date('2026-03-02T12:00:00.000Z'),
  resolve: async (hostname: string) => ({ address: hostname, family: 4 }),
} as Host<typeof output>

describe('the SFTP adapter of the output port, against OpenSSH', { timeout: 120_000 }, () => {
  const folders: string[] = []
  let sshd: Sshd
  let path: string
  before(async () => {
    sshd = await startSshd()
  })
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'portico-sftp-'))
    folders.push(path)
  })
  after(async () => {
    await sshd?.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const options = () => {
    const { port, hostKey, username, privateKey } = sshd
    return { host: '127.0.0.1', port, hostKey, username, privateKey, path, channel: 'archive' }
  }
  const context: CallContext = {
    key: 'obl_1',
    attempt: 1,
    signal: new AbortController().signal,
    open: async () => [bytesOfSample].values() as never,
  }
  const dropped = async () => (await readdir(path)).filter((name) => name !== '.portico').toSorted()

  it('keeps the laws of the port', async () => {
    const mood = async (mood: Mood) => {
      if (mood === 'refusing') throw new Skipped('An SFTP server refuses nothing for good.')
      sshd.resume()
      if (mood === 'hanging') sshd.pause()
      if (mood === 'down') await sshd.stop()
      if (mood === 'well') await sshd.start()
    }
    const given = { ...options(), effectuation: true }
    const results = await keepsTheLaws(outputLaws, subjectOf(sftp, given, { effects: dropped, mood }))
    const skipped = results.filter(({ result }) => result === 'skipped').map(({ law }) => law)
    assert.deepEqual(skipped, ['refusal', 'redrive', 'facts', 'factsOnce', 'wire'])
  })

  it('writes the bytes of the decision, in pieces of any size', async () => {
    const bytes = Buffer.alloc(3_000_000, 'The appeal is granted. ')
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 1_000_000), bytes.subarray(1_000_000)]
    const { calls } = await sftp.open(options(), host)
    const { receipt } = await calls.deliver(input, { ...context, open: async () => pieces.values() as never })
    const [name = ''] = await dropped()
    assert.equal(receipt?.tracking, name)
    assert.match(receipt?.destination ?? '', /^sftp:\/\/.+@127\.0\.0\.1:\d+\//)
    assert.deepEqual(await readFile(join(path, name, 'sample.pdf')), bytes)
    assert.equal((await stat(join(path, '.portico'))).mode & 0o077, 0)
  })

  it('writes nothing through a link that somebody has put on the server', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'portico-outside-'))
    folders.push(outside)
    await writeFile(join(outside, 'obl_1'), '2020-01-01T00:00:00.000Z')
    const deliver = async () => (await sftp.open(options(), host)).calls.deliver(input, context)
    await symlink(outside, join(path, '.portico'))
    await assert.rejects(deliver(), { code: 'refused', message: /\.portico is a link/ })
    await rm(join(path, '.portico'))
    await mkdir(join(path, '.portico'))
    for (const name of ['staging', 'sent']) {
      await symlink(outside, join(path, '.portico', name))
      await assert.rejects(deliver(), { code: 'refused', message: new RegExp(`${name} is a link`) })
      await rm(join(path, '.portico', name))
    }
    await mkdir(join(path, '.portico', 'sent'))
    await symlink(join(outside, 'obl_1'), join(path, '.portico', 'sent', 'obl_1'))
    await assert.rejects(deliver(), { code: 'refused', message: /sent\/obl_1 is a link/ })
    assert.deepEqual(await readdir(outside), ['obl_1'])
    assert.deepEqual(await dropped(), [])
  })

  it('puts a decision in the place of a link with its name, and not where that leads', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'portico-outside-'))
    folders.push(outside)
    await (await sftp.open(options(), host)).calls.deliver(input, context)
    const [name = ''] = await dropped()
    await rm(join(path, name), { recursive: true })
    await rm(join(path, '.portico'), { recursive: true })
    await symlink(outside, join(path, name))
    await (await sftp.open(options(), host)).calls.deliver(input, context).catch(() => {})
    assert.deepEqual(await readdir(outside), [])
  })

  it('sends nothing to a host with another key, nor with an account that is not accepted', async () => {
    const hostKey = `SHA256:${'A'.repeat(43)}`
    const other = await sftp.open({ ...options(), hostKey }, host)
    const shown = { code: 'unauthorized', message: new RegExp(`shows the key ${escaped(sshd.hostKey)}`) }
    await assert.rejects(other.calls.deliver(input, context), shown)
    const { privateKey: _, ...without } = options()
    const unknown = await sftp.open({ ...without, password: 'wrong' }, host)
    await assert.rejects(unknown.calls.deliver(input, context), { code: 'unauthorized', retryable: true })
    const garbled = await sftp.open({ ...options(), privateKey: 'not a key' }, host)
    await assert.rejects(garbled.calls.deliver(input, context), { code: 'unauthorized' })
    assert.deepEqual(await dropped(), [])
  })
})

const escaped = (text: string) => text.replace(/[+/]/g, '\\$&')
