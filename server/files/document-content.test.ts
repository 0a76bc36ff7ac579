import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { numberedPages, testPdf } from '../test/test-pdf.ts'
import { BlobMissing, type Blobs, openBlobs } from './blobs.ts'
import { openDerivedFiles, type ServedFile } from './derived.ts'
import { openDocumentContents } from './document-content.ts'
import { rawPages, rawPdf } from './intake/raw-pdf.ts'
import { openPdfWorkers, type PdfWorkers } from './pdf/pdf-workers.ts'
import { UnreadablePdf } from './pdf/unreadable.ts'

const now = new Date('2026-11-15T12:00:00Z')

describe('document content', () => {
  let folder: string
  let blobs: Blobs
  let pdf: PdfWorkers
  let original: Buffer
  let sha256: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-content-'))
    blobs = await openBlobs(join(folder, 'blobs'), now)
    pdf = openPdfWorkers({ size: 1 })
    original = await testPdf(numberedPages(12))
    sha256 = (await put(original)).sha256
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  const put = (bytes: Buffer) =>
    blobs.put(
      (async function* () {
        yield bytes
      })(),
    )

  const openContents = async (cache: string) => {
    const derived = await openDerivedFiles(join(folder, cache), { maxBytes: 1_000_000, clock: () => now })
    return openDocumentContents({ blobs, derived, pdf })
  }

  const bytesOf = async (file: ServedFile, range?: { start: number; end: number }) =>
    buffer(await file.open(range))

  async function textOf(bytes: Buffer): Promise<string[]> {
    const path = join(folder, 'read-back.pdf')
    await writeFile(path, bytes)
    const range = { firstPage: 1, pageCount: await pdf.pageCount(path) }
    return (await Array.fromAsync(pdf.text(path, range))).flat().map(({ text }) => text)
  }

  it('is the blob itself for a document that is a whole file', async () => {
    const contents = await openContents('whole')
    const file = await contents.file({ sha256, firstPage: 1, pageCount: 12 })
    assert.equal(file.bytes, original.length)
    assert.equal(file.etag, `"${sha256}"`)
    assert.deepEqual(await bytesOf(file), original)
    assert.deepEqual(await bytesOf(file, { start: 5, end: 9 }), original.subarray(5, 10))
  })

  it('is a PDF of its pages alone for a part of a file', async () => {
    const contents = await openContents('part')
    for (const [firstPage, pageCount] of [
      [1, 3],
      [5, 2],
      [12, 1],
    ] as const) {
      const file = await contents.file({ sha256, firstPage, pageCount })
      const bytes = await bytesOf(file)
      assert.equal(bytes.length, file.bytes)
      const expected = Array.from({ length: pageCount }, (_, index) => `Page ${firstPage + index}`)
      assert.deepEqual(await textOf(bytes), expected)
      assert.deepEqual(await bytesOf(file, { start: 100, end: 199 }), bytes.subarray(100, 200))
    }
  })

  it('has the same bytes and ETag wherever it is made', async () => {
    const here = await openContents('here')
    const there = await openContents('there')
    const content = { sha256, firstPage: 3, pageCount: 4 }
    const files = await Promise.all([here.file(content), here.file(content), there.file(content)])
    assert.equal(new Set(files.map(({ etag }) => etag)).size, 1)
    const all = await Promise.all(files.map((file) => bytesOf(file)))
    assert.equal(new Set(all.map((bytes) => bytes.toString('latin1'))).size, 1)
    const other = await here.file({ sha256, firstPage: 3, pageCount: 5 })
    assert.notEqual(other.etag, files[0].etag)
  })

  it('is the bytes received for a file that cannot be read', async () => {
    const contents = await openContents('unreadable')
    const secret = await testPdf(['secret'], { userPassword: 'password' })
    const stored = await put(secret)
    assert.deepEqual(await bytesOf(await contents.file({ ...stored, firstPage: 1, pageCount: 1 })), secret)
    await assert.rejects(contents.file({ ...stored, firstPage: 2, pageCount: 1 }), UnreadablePdf)
    await assert.rejects(contents.pageCount(stored.sha256), UnreadablePdf)
  })

  describe('with active content', () => {
    const script = '<</S/JavaScript/JS(app.alert)>>'
    const pages = rawPages(3)
    const active = rawPdf({
      1: `<</Type/Catalog/Pages 2 0 R/OpenAction${script}>>`,
      ...pages,
      6: String(pages[6]).replace(/>>$/, `/AA<</O${script}>>>>`),
    })

    it('is without it, the same each time, with the same pages', async () => {
      const { sha256 } = await put(active)
      const content = { sha256, firstPage: 1, pageCount: 3 }
      const files = [await openContents('active-1'), await openContents('active-2')]
      const [one, two] = await Promise.all(files.map(async (contents) => await contents.file(content)))
      assert.notEqual(one!.etag, `"${sha256}"`)
      assert.equal(one!.isUnchecked, undefined)
      const bytes = await bytesOf(one!)
      assert.deepEqual(bytes, await bytesOf(two!))
      assert.doesNotMatch(bytes.toString('latin1'), /app\.alert/)
      assert.deepEqual(await textOf(bytes), ['Page 1', 'Page 2', 'Page 3'])
    })

    it('is without it where it is a part of the file', async () => {
      const { sha256 } = await put(active)
      const file = await (await openContents('active-part')).file({ sha256, firstPage: 2, pageCount: 1 })
      const bytes = await bytesOf(file)
      assert.doesNotMatch(bytes.toString('latin1'), /JavaScript|app\.alert/)
      assert.deepEqual(await textOf(bytes), ['Page 2'])
    })

    it('is as received, and said to be unchecked, where nobody can read it', async () => {
      const secret = await testPdf(['secret'], { userPassword: 'password' })
      const locked = Buffer.concat([secret, Buffer.from('%/JavaScript ')])
      const { sha256 } = await put(locked)
      const contents = await openContents('active-locked')
      const file = await contents.file({ sha256, firstPage: 1, pageCount: 1 })
      assert.equal(file.isUnchecked, true)
      assert.deepEqual(await bytesOf(file), locked)
    })
  })

  it('is not there without its blob, and not beyond its pages', async () => {
    const contents = await openContents('absent')
    const absent = { sha256: 'a'.repeat(64), firstPage: 1, pageCount: 1 }
    await assert.rejects(contents.file(absent), BlobMissing)
    await assert.rejects(contents.file({ sha256, firstPage: 10, pageCount: 4 }), UnreadablePdf)
  })
})
