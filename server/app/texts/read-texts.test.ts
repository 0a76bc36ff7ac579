import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Content } from '@portico/contract/documents'
import { caseFile } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import { decodeWords } from '../../core/file/page-words.ts'
import { type Blobs, openBlobs } from '../../files/blobs.ts'
import { openPdfWorkers, type PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { findCase } from '../../projections/cases.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { bombPdf, drawnPdf, numberedPages, onePixel, putBytes, testPdf } from '../../test/test-pdf.ts'
import { createReadTexts } from './read-texts.ts'

describe('reading the texts of a case', () => {
  let db: TestDatabase
  let blobs: Blobs
  let pdf: PdfWorkers
  let folder: string
  before(async () => {
    db = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'portico-texts-'))
    blobs = await openBlobs(folder, new Date())
    pdf = openPdfWorkers({ size: 1 })
  })
  after(async () => {
    await pdf.close()
    await db.close()
    await rm(folder, { recursive: true })
  })

  const contentOf = async (bytes: Buffer, pageCount: number) => ({
    sha256: await putBytes(blobs, bytes),
    bytes: bytes.length,
    mediaType: 'application/pdf',
    firstPage: 1,
    pageCount,
  })
  const open = async (bytes: Buffer, pageCount: number) => {
    const content = await contentOf(bytes, pageCount)
    const { caseId, documentIds } = await openDesk(db).open([{ ...newDocument(pageCount), content }])
    return { caseId, documentId: documentIds[0]! }
  }
  const reader = (more: Partial<Parameters<typeof createReadTexts>[0]> = {}) =>
    createReadTexts({ db, blobs, pdf, recognition: 'off', ...more })
  let untouched: Blobs
  before(() => {
    untouched = { ...blobs, localFile: () => assert.fail('bytes were asked for') }
  })
  const textsOf = (caseId: string) =>
    db.rows<{ page: number; text: string }>(
      `select page, text from page_texts where case_id = $1 order by page`,
      [caseId],
    )
  const indexed = async (caseId: string) => {
    const rows = await db.rows<{ page: number; document_id: string | null }>(
      `select t.page, d.document_id from page_tokens t
       left join documents d on d.case_id = t.case_id and t.page between d.start_page and d.end_page
       where t.case_id = $1 order by t.page`,
      [caseId],
    )
    return rows.map(({ page, document_id }) => [page, document_id])
  }
  const progress = async (caseId: string) => (await findCase(db, caseId))?.text

  it('keeps the text of each page and where its words are', async () => {
    const { caseId } = await open(await testPdf(numberedPages(3)), 3)
    assert.deepEqual(await reader()(caseId), { pages: 3 })
    assert.deepEqual(await textsOf(caseId), [
      { page: 1, text: 'Page 1' },
      { page: 2, text: 'Page 2' },
      { page: 3, text: 'Page 3' },
    ])
    const rows = await db.rows<{ words: Buffer }>(`select words from page_words where case_id = $1`, [caseId])
    assert.deepEqual(
      rows.map(({ words }) => decodeWords(words).length),
      [2, 2, 2],
    )
    assert.deepEqual(await progress(caseId), {
      pagesRead: 3,
      pages: 3,
      pagesToRecognise: 0,
      unreadablePages: 0,
    })
    assert.deepEqual(await reader()(caseId), { pages: 0 })
  })

  it('goes on with the page at which it was interrupted', async () => {
    const { caseId } = await open(await testPdf(numberedPages(120)), 120)
    const interrupted: PdfWorkers = {
      ...pdf,
      async *text(...asked) {
        const batches = pdf.text(...asked)
        const first = await batches.next()
        if (first.value) yield first.value
        throw new Error('interrupted')
      },
    }
    await assert.rejects(reader({ pdf: interrupted })(caseId), /interrupted/)
    assert.equal((await progress(caseId))?.pagesRead, 50)
    assert.deepEqual(await reader()(caseId), { pages: 70 })
    assert.equal((await textsOf(caseId)).length, 120)
    assert.equal((await progress(caseId))?.pagesRead, 120)
  })

  it('reads documents that follow each other in one file together, and each by itself where that fails', async () => {
    const parts = (content: Content) =>
      [1, 3, 5].map((firstPage) => ({ ...newDocument(2), content: { ...content, firstPage, pageCount: 2 } }))
    const asked: { firstPage: number; pageCount: number }[] = []
    const watched: PdfWorkers = {
      ...pdf,
      text(path, range, options) {
        asked.push(range)
        return pdf.text(path, range, options)
      },
    }
    const whole = await contentOf(await testPdf(numberedPages(6)), 6)
    const other = await contentOf(await testPdf(['Of another file']), 1)
    const { caseId } = await openDesk(db).open([...parts(whole), { ...newDocument(1), content: other }])
    assert.deepEqual(await reader({ pdf: watched })(caseId), { pages: 7 })
    assert.deepEqual(asked, [
      { firstPage: 1, pageCount: 6 },
      { firstPage: 1, pageCount: 1 },
    ])
    assert.deepEqual(
      (await textsOf(caseId)).map(({ text }) => text),
      [...numberedPages(6), 'Of another file'],
    )

    const locked = await contentOf(await testPdf(numberedPages(6), { userPassword: 'password' }), 6)
    const { caseId: unreadable } = await openDesk(db).open(parts(locked))
    assert.deepEqual(await reader()(unreadable), { pages: 0 })
    assert.deepEqual(
      await db.rows(`select unreadable from document_texts where case_id = $1`, [unreadable]),
      Array(3).fill({ unreadable: 'encrypted' }),
    )
  })

  it('marks the one page that cannot be read, and reads the others', async () => {
    const { caseId } = await open(bombPdf(3, 2), 3)
    await reader()(caseId)
    const texts = await textsOf(caseId)
    assert.deepEqual(
      texts.filter(({ text }) => text === '').map(({ page }) => page),
      [2],
    )
    assert.deepEqual(
      await db.rows(`select page, reason from unreadable_pages where case_id = $1`, [caseId]),
      [{ page: 2, reason: 'tooLarge' }],
    )
    assert.deepEqual(await progress(caseId), {
      pagesRead: 3,
      pages: 3,
      pagesToRecognise: 0,
      unreadablePages: 1,
    })
  })

  it('keeps why a whole document cannot be read, and does not try it again', async () => {
    const { caseId } = await open(await testPdf(['secret'], { userPassword: 'password' }), 4)
    await reader()(caseId)
    assert.deepEqual(await progress(caseId), {
      pagesRead: 0,
      pages: 4,
      pagesToRecognise: 0,
      unreadablePages: 4,
    })
    const [row] = await db.rows<{ unreadable: string }>(
      `select unreadable from document_texts where case_id = $1`,
      [caseId],
    )
    assert.equal(row?.unreadable, 'encrypted')
    assert.deepEqual(await reader({ blobs: untouched })(caseId), { pages: 0 })
  })

  it('notes pages that are pictures, and asks for their recognition where it is on', async () => {
    const scan = await drawnPdf((page) => {
      page.text('A page with a text layer', 72, 72)
      page.addPage().image(onePixel, 0, 0, { width: 612, height: 792 })
    })
    const waiting = async (recognition: 'on' | 'off') => {
      const { caseId } = await open(scan, 2)
      await reader({ recognition })(caseId)
      const pages = await db.rows(`select page from pages_to_recognise where case_id = $1`, [caseId])
      assert.deepEqual(pages, [{ page: 2 }])
      assert.equal((await progress(caseId))?.pagesToRecognise, 1)
      const jobs = await db.rows(`select key from graphile_worker.jobs where key = $1`, [
        `recogniseTexts:${caseId}`,
      ])
      return jobs.length
    }
    assert.deepEqual([await waiting('on'), await waiting('off')], [1, 0])
  })

  it('asks for the recognition of pages that came back into the file', async () => {
    const scan = await drawnPdf((page) => page.image(onePixel, 0, 0, { width: 612, height: 792 }))
    const { caseId, documentId } = await open(scan, 1)
    await reader({ recognition: 'on' })(caseId)
    const stand = (status: 'removed' | 'current') => {
      const command = { type: 'setStatus' as const, caseId, documentId, status, why: 'a test' }
      return openDesk(db).execute(document, requestBy(), command, () => null)
    }
    const forget = `select graphile_worker.remove_job(key) from graphile_worker.jobs where key = $1`
    const asked = async () => {
      const key = [`recogniseTexts:${caseId}`]
      const { length } = await db.rows(`select from graphile_worker.jobs where key = $1`, key)
      await db.rows(forget, key)
      return length
    }
    assert.equal(await asked(), 1)
    await stand('removed')
    await reader({ recognition: 'on' })(caseId)
    assert.equal(await asked(), 0)
    await stand('current')
    await reader({ recognition: 'on' })(caseId)
    assert.equal(await asked(), 1)
  })

  it('reads promptly the newest small documents, some at a time, and leaves the large ones', async () => {
    const sizes = [2, 201, 150, 60, 3]
    const documents = []
    for (const [index, pages] of sizes.entries()) {
      const bytes = await testPdf(numberedPages(pages, `Prompt ${index} page`))
      documents.push({ ...newDocument(pages), content: await contentOf(bytes, pages) })
    }
    const { caseId } = await openDesk(db).open(documents)
    const read = reader()
    const promptly = () => read(caseId, undefined, { promptly: true })
    assert.deepEqual(await promptly(), { pages: 3 + 60 + 150, left: 'small' })
    assert.equal((await textsOf(caseId))[0]?.page, 204, 'not the oldest, and not the large one')
    assert.deepEqual(await promptly(), { pages: 2, left: 'large' })
    assert.deepEqual(await promptly(), { pages: 0, left: 'large' })
    assert.deepEqual(await read(caseId), { pages: 201 })
    assert.deepEqual(await promptly(), { pages: 0 })
  })

  it('takes the pages of an older version out of the index, and keeps their text', async () => {
    const { caseId, documentId } = await open(await testPdf(numberedPages(2, 'Old')), 2)
    await reader()(caseId)
    const content = await contentOf(await testPdf(numberedPages(3, 'New')), 3)
    const revise = { type: 'reviseDocument' as const, caseId, documentId, content }
    await openDesk(db).execute(caseFile, requestBy(), revise, () => null)
    assert.equal((await progress(caseId))?.pagesRead, 0)
    assert.deepEqual(await reader()(caseId), { pages: 3 })
    assert.deepEqual(
      await indexed(caseId),
      [3, 4, 5].map((page) => [page, documentId]),
    )
    assert.deepEqual(
      (await textsOf(caseId)).map(({ text }) => text),
      ['Old 1', 'Old 2', 'New 1', 'New 2', 'New 3'],
    )
    assert.deepEqual(await progress(caseId), {
      pagesRead: 3,
      pages: 3,
      pagesToRecognise: 0,
      unreadablePages: 0,
    })
  })

  it('gives the pages of a divided document to the documents that have them, without reading them again', async () => {
    const { caseId, documentId } = await open(await testPdf(numberedPages(5)), 5)
    await reader()(caseId)
    const { documentId: second, content: _, ...labels } = newDocument(2)
    const parts = [
      { ...labels, documentId, pageCount: 2 },
      { ...labels, documentId: second, pageCount: 3 },
    ]
    const divide = { type: 'divideDocument' as const, caseId, documentId, parts }
    await openDesk(db).execute(caseFile, requestBy(), divide, () => null)
    assert.deepEqual(await reader({ blobs: untouched })(caseId), { pages: 0 })
    assert.deepEqual(await indexed(caseId), [
      ...[1, 2].map((page) => [page, documentId]),
      ...[3, 4, 5].map((page) => [page, second]),
    ])
    assert.deepEqual(await progress(caseId), {
      pagesRead: 5,
      pages: 5,
      pagesToRecognise: 0,
      unreadablePages: 0,
    })
  })
})
