import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { caseFile } from '../../core/file/case-file.ts'
import { encodeWords } from '../../core/file/page-words.ts'
import { type Blobs, openBlobs } from '../../files/blobs.ts'
import type { Recogniser } from '../../files/ocr/recogniser.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'
import { findCase } from '../../projections/cases.ts'
import { indexPages } from '../../search/index-pages.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { putBytes } from '../../test/test-pdf.ts'
import { createRecogniseTexts, resumeRecognition } from './recognise-texts.ts'

describe('recognising the pages of a case', () => {
  let db: TestDatabase
  let blobs: Blobs
  let folder: string
  before(async () => {
    db = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'portico-recognise-'))
    blobs = await openBlobs(folder, new Date())
  })
  after(async () => {
    await db.close()
    await rm(folder, { recursive: true })
  })

  /** A case whose document begins at page 11 of its file; some of its pages are waiting. */
  async function scanned(pageCount: number, pages: number[], layer = '') {
    const sha256 = await putBytes(blobs, Buffer.from('a file that the recogniser is given'))
    const content = { sha256, bytes: 36, mediaType: 'application/pdf', firstPage: 11, pageCount }
    const { caseId, documentIds } = await openDesk(db).open([{ ...newDocument(pageCount), content }])
    const documentId = documentIds[0]!
    await indexPages(db, { caseId, pages: pages.map((page) => ({ page, text: layer })) })
    await db.rows(`insert into pages_to_recognise (case_id, page) select $1, unnest($2::int[])`, [
      caseId,
      pages,
    ])
    return { caseId, documentId }
  }

  /** Reads the number of the page in the file, unless it is told otherwise. */
  function scripted(pages: Record<number, () => never> = {}) {
    const asked: number[] = []
    const recogniser: Recogniser = {
      async recognise(_path, page) {
        asked.push(page)
        pages[page]?.()
        const words = [{ start: 0, end: 4, left: 0, top: 0, right: 1, bottom: 1 }]
        return { text: `page ${page}`, words: encodeWords(words), confidence: 0.9 }
      },
      close: async () => {},
    }
    return { asked, run: createRecogniseTexts({ db, blobs, recogniser }) }
  }

  const texts = (caseId: string) =>
    db.rows<{ page: number; text: string; source: string; confidence: number | null }>(
      `select page, text, source, confidence from page_texts where case_id = $1 order by page`,
      [caseId],
    )
  const progress = async (caseId: string) => {
    const text = (await findCase(db, caseId))?.text
    return [text?.pagesToRecognise, text?.unreadablePages]
  }
  const queued = async (caseId: string) =>
    (await db.rows(`select key from graphile_worker.jobs where key = $1`, [`recogniseTexts:${caseId}`]))
      .length

  it('reads each page where it is in its file, and keeps where the text comes from', async () => {
    const { caseId } = await scanned(5, [4, 2])
    assert.deepEqual(await progress(caseId), [2, 0])
    const { asked, run } = scripted()
    assert.deepEqual(await run(caseId), { pages: 2 })
    assert.deepEqual(asked, [12, 14])
    assert.deepEqual(
      (await texts(caseId)).map(({ confidence, ...rest }) => ({ ...rest, sure: confidence?.toFixed(1) })),
      [
        { page: 2, text: 'page 12', source: 'ocr', sure: '0.9' },
        { page: 4, text: 'page 14', source: 'ocr', sure: '0.9' },
      ],
    )
    assert.deepEqual(await progress(caseId), [0, 0])
    assert.deepEqual([await run(caseId), await queued(caseId)], [{ pages: 0 }, 0])
  })

  it('keeps what was printed in letters where it finds less', async () => {
    const { caseId } = await scanned(1, [1], 'A longer stamp than is recognised')
    await scripted().run(caseId)
    assert.deepEqual(await texts(caseId), [
      { page: 1, text: 'A longer stamp than is recognised', source: 'textLayer', confidence: null },
    ])
    assert.deepEqual(await progress(caseId), [0, 0])
  })

  it('reads some pages, then lets other cases have their turn', async () => {
    const pages = Array.from({ length: 25 }, (_, index) => index + 1)
    const { caseId } = await scanned(25, pages)
    const { run } = scripted()
    assert.deepEqual([await run(caseId), await queued(caseId)], [{ pages: 20 }, 1])
    assert.deepEqual(await run(caseId), { pages: 5 })
  })

  it('tries a page that was too slow again after the others, and gives it up at last', async () => {
    const { caseId } = await scanned(3, [1, 2, 3])
    const tooSlow = () => {
      throw new UnreadablePdf('tooSlow')
    }
    const { asked, run } = scripted({ 12: tooSlow })
    await run(caseId)
    assert.deepEqual(asked, [11, 12, 13, 12, 12])
    assert.deepEqual(await progress(caseId), [0, 1])
    assert.deepEqual(
      await db.rows(`select page, reason from unreadable_pages where case_id = $1`, [caseId]),
      [{ page: 2, reason: 'tooSlow' }],
    )
  })

  it('gives a page up at once that cannot be drawn, and reads the others', async () => {
    const { caseId } = await scanned(2, [1, 2])
    const { asked, run } = scripted({
      11: () => {
        throw new UnreadablePdf('tooLarge')
      },
    })
    await run(caseId)
    assert.deepEqual(asked, [11, 12])
    assert.deepEqual(await progress(caseId), [0, 1])
  })

  it('gets past a page at which it ends every time', async () => {
    const { caseId } = await scanned(2, [1, 2])
    const crash = () => {
      throw new Error('A PDF worker ended in the middle of a job.')
    }
    const { run } = scripted({ 11: crash, 12: crash })
    for (let tries = 0; tries < 6; tries++) await assert.rejects(run(caseId))
    assert.deepEqual(await run(caseId), { pages: 0 })
    assert.deepEqual(await progress(caseId), [0, 2])
  })

  it('does not blame a page for an interruption', async () => {
    const { caseId } = await scanned(1, [1])
    const leaving = new AbortController()
    const { run } = scripted({
      11: () => {
        leaving.abort()
        throw leaving.signal.reason
      },
    })
    await assert.rejects(run(caseId, leaving.signal), { name: 'AbortError' })
    assert.deepEqual(await db.rows(`select tries from pages_to_recognise where case_id = $1`, [caseId]), [
      { tries: 0 },
    ])
  })

  it('leaves pages of an older version and of removed documents alone', async () => {
    const { caseId, documentId } = await scanned(2, [1, 2])
    const content = { ...newDocument(1).content, sha256: await putBytes(blobs, Buffer.from('revised')) }
    const revise = { type: 'reviseDocument' as const, caseId, documentId, content }
    await openDesk(db).execute(caseFile, requestBy(), revise, () => null)
    const { asked, run } = scripted()
    assert.deepEqual([await run(caseId), asked, await progress(caseId)], [{ pages: 0 }, [], [0, 0]])
  })

  it('goes on with what waits when the service starts', async () => {
    const { caseId } = await scanned(1, [1])
    await resumeRecognition(db)
    assert.equal(await queued(caseId), 1)
  })
})
