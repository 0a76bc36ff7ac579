import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { BlobMissing, type Blobs, openBlobs, WrongHash } from './blobs.ts'

const now = new Date('2026-11-15T12:00:00Z')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe('blobs', () => {
  let folder: string
  let blobs: Blobs

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-blobs-'))
    blobs = await openBlobs(folder, now)
  })
  after(() => rm(folder, { recursive: true }))

  const filesIn = async (path: string) =>
    (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

  it('gives back the bytes that were put, under their hash', async () => {
    const stored = await blobs.put(chunks('some ', 'evidence'))
    assert.deepEqual(stored, { sha256: sha256('some evidence'), bytes: 13 })
    const { stream, bytes } = await blobs.open(stored.sha256)
    assert.equal((await buffer(stream)).toString(), 'some evidence')
    assert.equal(bytes, 13)
    assert.deepEqual(await blobs.stat(stored.sha256), { bytes: 13 })
    assert.equal(await blobs.has(stored.sha256), true)
  })

  it('reads ranges with both ends included', async () => {
    const stored = await blobs.put(chunks('0123456789'))
    const read = async (range: { start?: number; end?: number }) => {
      const { stream, bytes } = await blobs.open(stored.sha256, range)
      const text = (await buffer(stream)).toString()
      assert.equal(bytes, text.length)
      return text
    }
    assert.equal(await read({ start: 2, end: 4 }), '234')
    assert.equal(await read({ start: 7 }), '789')
    assert.equal(await read({ end: 0 }), '0')
    for (const range of [{ start: 10 }, { end: 10 }, { start: 3, end: 2 }, { start: -1 }, { start: 0.5 }]) {
      await assert.rejects(blobs.open(stored.sha256, range), RangeError)
    }
  })

  it('keeps bytes of no length', async () => {
    const stored = await blobs.put(chunks())
    const { stream, bytes } = await blobs.open(stored.sha256)
    assert.equal(bytes, 0)
    assert.equal((await buffer(stream)).length, 0)
  })

  it('keeps one file when the same bytes are put twice, also at once', async () => {
    const before = (await filesIn(folder)).length
    const all = await Promise.all([1, 2, 3].map(() => blobs.put(chunks('sent ', 'thrice'))))
    assert.deepEqual(new Set(all.map((stored) => stored.sha256)), new Set([sha256('sent thrice')]))
    assert.equal((await filesIn(folder)).length, before + 1)
  })

  it('shows nothing of a blob before it is whole', async () => {
    const before = await filesIn(folder)
    async function* watched() {
      yield Buffer.from('first half, ')
      assert.equal(await blobs.has(sha256('first half, second half')), false)
      assert.equal(await blobs.has(sha256('first half, ')), false)
      yield Buffer.from('second half')
    }
    await blobs.put(watched())
    assert.equal(await blobs.has(sha256('first half, second half')), true)
    assert.equal((await filesIn(folder)).length, before.length + 1)
  })

  it('leaves no trace of a source that breaks off', async () => {
    const before = (await filesIn(folder)).length
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('The connection was lost.')
    }
    await assert.rejects(blobs.put(broken()), /connection was lost/)
    assert.equal((await filesIn(folder)).length, before)
  })

  it('refuses bytes that are not those announced', async () => {
    const before = (await filesIn(folder)).length
    await assert.rejects(blobs.put(chunks('other'), { expectedSha256: sha256('announced') }), WrongHash)
    assert.equal(await blobs.has(sha256('other')), false)
    assert.equal((await filesIn(folder)).length, before)
    const stored = await blobs.put(chunks('announced'), { expectedSha256: sha256('announced') })
    assert.equal(stored.bytes, 9)
  })

  it('takes a file in and leaves it where it was', async () => {
    const path = join(folder, 'tmp', 'of-the-caller')
    await writeFile(path, 'a file')
    const stored = await blobs.putFile(path)
    await using local = await blobs.localFile(stored.sha256)
    assert.equal(await readFile(local.path, 'utf8'), 'a file')
    assert.equal(await readFile(path, 'utf8'), 'a file')
    await rm(path)
  })

  it('names what is missing', async () => {
    const unknown = sha256('never put')
    await assert.rejects(blobs.open(unknown), BlobMissing)
    await assert.rejects(blobs.localFile(unknown), BlobMissing)
    assert.equal(await blobs.stat(unknown), undefined)
    assert.equal(await blobs.has(unknown), false)
  })

  it('takes nothing but a hash for a name', async () => {
    for (const name of [
      '',
      '../../etc/passwd',
      `${'a'.repeat(63)}/`,
      'A'.repeat(64),
      `${'a'.repeat(64)}\n`,
    ]) {
      await assert.rejects(blobs.open(name), TypeError)
      await assert.rejects(blobs.stat(name), TypeError)
      await assert.rejects(blobs.localFile(name), TypeError)
    }
  })

  it('sweeps what a crash left a day ago, and nothing younger', async () => {
    const other = join(folder, 'swept')
    await mkdir(join(other, 'tmp', 'old-folder'), { recursive: true })
    for (const [name, hoursAgo] of [
      ['old', 25],
      ['old-folder', 25],
      ['young', 23],
    ] as const) {
      const path = join(other, 'tmp', name)
      if (name !== 'old-folder') await writeFile(path, 'half')
      const then = new Date(now.getTime() - hoursAgo * 3_600_000)
      await utimes(path, then, then)
    }
    await openBlobs(other, now)
    assert.deepEqual(await readdir(join(other, 'tmp')), ['young'])
  })
})
