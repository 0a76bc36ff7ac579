import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Content } from '@portico/contract/events'
import type { PdfWorkers } from '../files/pdf/pdf-workers.ts'
import { newDocument, openDesk } from '../test/case-desk.ts'
import { startWorld, type World } from '../test/world.ts'
import { createReadTexts } from './read-texts.ts'

describe('reading the texts of a case', () => {
  let world: World
  let content: Content
  before(async () => {
    world = await startWorld({ PORTICO_SYNTH_PAGES: '60' })
    const [row] = await world.service.db.rows<{ content: Content }>(`select content from documents limit 1`)
    content = { ...row!.content, firstPage: 1, pageCount: 60 }
  })
  after(() => world.close())

  async function read(patienceMs: number[], pdf = world.service.pdf) {
    const { db, blobs } = world.service
    const { caseId } = await openDesk(db).open([{ ...newDocument(60), content }])
    await createReadTexts({ db, blobs, pdf, patienceMs })(caseId)
    return db.rows(
      `select t.pages_read as "pagesRead", t.unreadable, count(p.*)::int as pages
       from document_texts t left join page_texts p using (case_id)
       where t.case_id = $1 group by 1, 2`,
      [caseId],
    )
  }

  it('one that was too slow once is tried again with more patience', async () => {
    assert.deepEqual(await read([1, 1, 60_000]), [{ pagesRead: 60, unreadable: null, pages: 60 }])
  })

  it('one that is too slow each time is kept as that, with the pages that were read', async () => {
    assert.deepEqual(await read([1, 1, 1]), [{ pagesRead: 0, unreadable: 'tooSlow', pages: 0 }])
    const slowAtTheEnd: PdfWorkers = {
      ...world.service.pdf,
      async *text(path, { firstPage, pageCount }) {
        const before = Math.max(0, 51 - firstPage)
        if (before > 0) yield* world.service.pdf.text(path, { firstPage, pageCount: before })
        const rest = { firstPage: firstPage + before, pageCount: pageCount - before }
        yield* world.service.pdf.text(path, rest, { timeoutMs: 1 })
      },
    }
    assert.deepEqual(await read([1000, 1000], slowAtTheEnd), [
      { pagesRead: 50, unreadable: 'tooSlow', pages: 50 },
    ])
  })
})
