import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { numberedPages, putBytes, testPdf } from '../test/test-pdf.ts'
import { type Blobs, openBlobs } from './blobs.ts'
import { type DerivedFiles, openDerivedFiles } from './derived.ts'
import { type DocumentContents, openDocumentContents } from './document-content.ts'
import type { ExportedCase, ExportedDocument } from './exported-case.ts'
import { openPdfWorkers, type PdfWorkers } from './pdf/pdf-workers.ts'
import { fileName, sealedZip } from './sealed-zip.ts'
import { zipCase } from './zip-case.ts'

const madeAt = new Date('2026-11-15T12:34:56Z')

describe('the case as a ZIP', () => {
  let folder: string
  let blobs: Blobs
  let pdf: PdfWorkers
  let derived: DerivedFiles
  let contents: DocumentContents
  let exported: ExportedCase
  let whole: Buffer
  const details = {
    case: { id: 'case_1', version: 2 },
    events: async function* () {
      yield [{ id: 'evt_1' }]
      yield [{ id: 'evt_2' }]
    },
    annotations: [{ id: 'ann_1', page: 3 }],
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-zip-'))
    blobs = await openBlobs(join(folder, 'blobs'), madeAt)
    derived = await openDerivedFiles(join(folder, 'derived'), { maxBytes: 10_000_000, clock: () => madeAt })
    pdf = openPdfWorkers({ size: 1 })
    contents = openDocumentContents({ blobs, derived, pdf })
    const large = await putBytes(blobs, await testPdf(numberedPages(6)))
    whole = await testPdf(['A letter'])
    const original = {
      sha256: await putBytes(blobs, Buffer.from('as it came in')),
      bytes: 13,
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    }
    exported = {
      docketNumber: '240319-100482',
      veteranName: 'Ann Lee',
      madeAt,
      documents: [
        document(large, [5, 6], 'Rating: decision/2 “final”', 5),
        { ...document(await putBytes(blobs, whole), [7, 7], 'letter.pdf'), original },
        document(
          await putBytes(blobs, await testPdf(['secret'], { userPassword: 'password' })),
          [8, 9],
          'Locked',
        ),
        document('e'.repeat(64), [10, 10], 'Lost'),
        document(large, [1, 4], 'Exam', 1),
      ],
    }
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  function document(
    sha256: string,
    [startPage, endPage]: [number, number],
    name: string,
    firstPage = 1,
  ): ExportedDocument {
    const content = { sha256, firstPage, pageCount: endPage - startPage + 1 }
    const rest = { description: '', categories: ['medical'], receiptDate: '2001-01-01', annotations: [] }
    return { id: `doc_${startPage}`, name, startPage, endPage, content, ...rest }
  }

  const zip = () =>
    bufferOf(zipCase(exported, details, { contents, blobs, scratchPath: derived.scratchPath }))

  async function textOf(bytes: Buffer): Promise<string> {
    const path = join(folder, 'read-back.pdf')
    await writeFile(path, bytes)
    const range = { firstPage: 1, pageCount: await pdf.pageCount(path) }
    return (await Array.fromAsync(pdf.text(path, range)))
      .flat()
      .map(({ text }) => text)
      .join(' | ')
  }

  it('has one PDF for each document as arranged, then the manifest', async () => {
    const entries = unzip(await zip())
    assert.deepEqual(
      entries.map(({ name }) => name),
      [
        '001 Rating decision 2 “final”.pdf',
        '002 letter.pdf',
        'originals/002 letter.docx',
        '003 Locked.pdf',
        '004 Lost.pdf',
        '005 Exam.pdf',
        'annotations.json',
        'events.ndjson',
        'manifest.json',
      ],
    )
    assert.equal(await textOf(entries[0]!.bytes), 'Page 5 | Page 6')
    assert.deepEqual(entries[1]!.bytes, whole)
    assert.equal(entries[2]!.bytes.toString(), 'as it came in')
    assert.match(
      (await textOf(entries[3]!.bytes)).replaceAll('\n', ' '),
      /Locked.*protected by a password.*8–9/,
    )
    assert.match((await textOf(entries[4]!.bytes)).replaceAll('\n', ' '), /Lost.*not found/)
    assert.equal(await textOf(entries[5]!.bytes), 'Page 1 | Page 2 | Page 3 | Page 4')
  })

  it('says in the manifest what each file is, and all that was passed in', async () => {
    const entries = unzip(await zip())
    const pdfs = entries.filter(({ name }) => /^\d.*\.pdf$/.test(name))
    const manifest = JSON.parse(entries.at(-1)!.bytes.toString())
    assert.deepEqual(manifest.case, details.case)
    const partOf = (name: string) => entries.find((entry) => entry.name === name)!.bytes
    const events = partOf('events.ndjson').toString().trimEnd().split('\n')
    assert.deepEqual(
      events.map((line) => JSON.parse(line)),
      [{ id: 'evt_1' }, { id: 'evt_2' }],
    )
    assert.deepEqual(JSON.parse(partOf('annotations.json').toString()), details.annotations)
    for (const { file, bytes, sha256 } of [
      manifest.events,
      manifest.annotations,
      manifest.documents[1].original,
    ])
      assert.deepEqual([bytes, sha256], [partOf(file).length, hashOf(partOf(file))])
    assert.deepEqual([manifest.events.count, manifest.annotations.count], [2, 1])
    assert.equal(manifest.madeAt, madeAt.toISOString())
    assert.equal(manifest.documents.length, 5)
    for (const [index, said] of manifest.documents.entries()) {
      const { name, bytes } = pdfs[index]!
      const { annotations: _, original: __, ...given } = exported.documents[index]!
      const { file, bytes: length, sha256, notIncluded, original: ___, ...rest } = said
      assert.deepEqual(rest, given)
      assert.equal(file, name)
      assert.equal(length, bytes.length)
      assert.equal(sha256, hashOf(bytes))
      assert.equal(notIncluded, [undefined, undefined, 'encrypted', 'missing', undefined][index])
    }
  })

  it('is the same bytes each time, dated as the caller says', async () => {
    const [one, two] = [await zip(), await zip()]
    assert.ok(one.equals(two))
    for (const { date, time } of unzip(one)) {
      assert.equal(date, ((2026 - 1980) << 9) | (11 << 5) | 15)
      assert.equal(time, (12 << 11) | (34 << 5) | (56 / 2))
    }
  })

  it('stops when the reader leaves, and leaves nothing half made', async () => {
    const fresh = await openDerivedFiles(join(folder, 'fresh'), { maxBytes: 10_000_000, clock: () => madeAt })
    const uncached = openDocumentContents({ blobs, derived: fresh, pdf })
    const open = () =>
      zipCase(exported, details, { contents: uncached, blobs, scratchPath: fresh.scratchPath })
    for await (const _header of open()) break
    assert.ok((await bufferOf(open())).equals(await zip()))
    assert.deepEqual(await readdir(join(folder, 'fresh', 'tmp')), [])
  })

  it('fails as a whole when it is not the document that fails', async () => {
    const closed = openPdfWorkers({ size: 1 })
    await closed.close()
    const failing = openDocumentContents({ blobs, derived, pdf: closed })
    await assert.rejects(
      bufferOf(zipCase(exported, details, { contents: failing, blobs, scratchPath: derived.scratchPath })),
      /closed/,
    )
  })

  it('fails also when it is being read by then', async () => {
    const zip = sealedZip(new Date(0), (add) =>
      add('a.pdf', async () => {
        await sleep(20)
        throw new Error('the store is closed')
      }),
    )
    await assert.rejects(bufferOf(zip), /closed/)
  })

  it('names files so that every system takes them', () => {
    assert.equal(fileName(0, 5, '../../etc/passwd'), '001 .. .. etc passwd.pdf')
    assert.equal(fileName(9, 12_000, 'C:\\x\u0000\u202e*?'), '00010 C x.pdf')
    assert.equal(fileName(0, 1, ' .. '), '001 document.pdf')
    assert.equal(fileName(0, 1, 'Scan.PDF'), '001 Scan.pdf')
    const long = fileName(0, 1, '漢'.repeat(500))
    assert.ok(Buffer.byteLength(long) <= 160)
    assert.match(long, /^001 漢+\.pdf$/)
    assert.equal(fileName(0, 1, 'lone \ud800 half'), '001 lone \ufffd half.pdf')
  })
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const bufferOf = async (chunks: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(chunks))

type Entry = { name: string; bytes: Buffer; date: number; time: number }

/** Reads by the central directory, as most programs do. */
function unzip(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries: Entry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const field16 = (offset: number) => archive.readUInt16LE(at + offset)
    const field32 = (offset: number) => archive.readUInt32LE(at + offset)
    assert.equal(field32(0), 0x02014b50)
    const name = archive.subarray(at + 46, at + 46 + field16(28)).toString()
    const local = field32(42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = inflateRawSync(archive.subarray(start, start + field32(20)))
    assert.equal(bytes.length, field32(24))
    assert.equal(crc32(bytes), field32(16))
    entries.push({ name, bytes, time: field16(12), date: field16(14) })
    at += 46 + field16(28) + field16(30) + field16(32)
  }
  return entries
}
