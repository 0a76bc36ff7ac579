import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type Blobs, openBlobs } from './blobs.ts'
import { casePdf } from './case-pdf.ts'
import { type DerivedFiles, openDerivedFiles } from './derived.ts'
import type { ExportedCase } from './exported-case.ts'
import { openPdfWorkers, type PdfWorkers } from './pdf/pdf-workers.ts'
import { testPdf } from './test-pdf.ts'

const madeAt = new Date('2026-11-15T12:34:00Z')

describe('the case as one served PDF', () => {
  let folder: string
  let blobs: Blobs
  let pdf: PdfWorkers
  let derived: DerivedFiles
  let exported: ExportedCase

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-case-pdf-'))
    blobs = await openBlobs(join(folder, 'blobs'), madeAt)
    derived = await openDerivedFiles(join(folder, 'derived'), { maxBytes: 10_000_000, clock: () => madeAt })
    pdf = openPdfWorkers({ size: 1 })
    const bytes = await testPdf(['Only page'])
    const { sha256 } = await blobs.put(
      (async function* () {
        yield bytes
      })(),
    )
    exported = {
      docketNumber: '1',
      veteranName: 'Ann Lee',
      madeAt,
      documents: [
        {
          id: 'doc_1',
          name: 'One',
          description: '',
          categories: [],
          receiptDate: '2001-01-01',
          startPage: 1,
          endPage: 1,
          content: { sha256, firstPage: 1, pageCount: 1 },
        },
      ],
    }
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  it('is made once for the same content, and served in ranges', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => casePdf(exported, { blobs, derived, pdf })))
    assert.equal(first!.etag, second!.etag)
    const bytes = await buffer(await first!.open())
    assert.equal(bytes.length, first!.bytes)
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
    assert.deepEqual(await buffer(await second!.open({ start: 10, end: 19 })), bytes.subarray(10, 20))
    const closed = openPdfWorkers({ size: 1 })
    await closed.close()
    const cached = await casePdf(exported, { blobs, derived, pdf: closed })
    assert.equal(cached.etag, first!.etag)
    await assert.rejects(
      casePdf({ ...exported, docketNumber: '2' }, { blobs, derived, pdf: closed }),
      /closed/,
    )
  })

  it('leaves nothing behind when the caller leaves', async () => {
    const leaving = new AbortController()
    const left = casePdf({ ...exported, docketNumber: '3' }, { blobs, derived, pdf }, leaving.signal)
    leaving.abort()
    await assert.rejects(left, { name: 'AbortError' })
    const kept = await casePdf({ ...exported, docketNumber: '4' }, { blobs, derived, pdf })
    assert.ok(kept.bytes > 0)
    assert.deepEqual(await readdir(join(folder, 'derived', 'tmp')), [])
  })
})
