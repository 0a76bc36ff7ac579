import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { describeBlobs } from '../test/blob-laws.ts'
import { sized } from '../test/size.ts'
import { type Blobs, openBlobs, WrongHash } from './blobs.ts'

const now = new Date('2026-11-15T12:00:00Z')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describeBlobs('blobs in files', sized(3, 1), async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-blobs-'))
  const program = `
    import { openBlobs } from ${JSON.stringify(import.meta.resolve('./blobs.ts'))}
    const blobs = await openBlobs(${JSON.stringify(folder)}, new Date(${now.getTime()}))
  `
  return { blobs: await openBlobs(folder, now), program, close: () => rm(folder, { recursive: true }) }
})

describe('the folder of blobs', () => {
  let folder: string
  let blobs: Blobs

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-blobs-'))
    blobs = await openBlobs(folder, now)
  })
  after(() => rm(folder, { recursive: true }))

  const filesIn = async (path: string) =>
    (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

  it('has one file when the same bytes are put several times at once', async () => {
    const before = (await filesIn(folder)).length
    await Promise.all([1, 2, 3].map(() => blobs.put(chunks('sent ', 'thrice'))))
    assert.equal((await filesIn(folder)).length, before + 1)
  })

  it('has no trace of a source that breaks off, nor of bytes that are refused', async () => {
    const before = (await filesIn(folder)).length
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('The connection was lost.')
    }
    await assert.rejects(blobs.put(broken()), /connection was lost/)
    await assert.rejects(blobs.put(chunks('other'), { expectedSha256: sha256('announced') }), WrongHash)
    assert.equal((await filesIn(folder)).length, before)
  })

  it('loses what a crash left a day ago, and nothing younger', async () => {
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
