import { indexPages } from '../../search/index-pages.ts'
import type { Database, Queryable } from '../../store/db.ts'

type SharedPages = { from_case_id: string; from_page: number; start_page: number; pages: number }
type PageRow = {
  page: number
  text: string
  words: Uint8Array
  source: 'textLayer' | 'ocr'
  confidence: number | null
}

const pagesAtOnce = 100

/** Reuses the text read from the same bytes on another case, so that OCR is not repeated. Reading resumes after it. */
export async function shareTexts(db: Database, caseId: string, signal?: AbortSignal): Promise<number> {
  let shared = 0
  for (const document of await unreadShared(db, caseId)) {
    for (let done = 0; done < document.pages; done += pagesAtOnce) {
      signal?.throwIfAborted()
      const count = Math.min(pagesAtOnce, document.pages - done)
      const pages = await readThere(db, document, document.from_page + done, count)
      const offset = document.start_page - document.from_page
      await db.transaction(async (tx) => {
        await indexPages(tx, {
          caseId,
          pages: pages.map(({ page, confidence, ...text }) => ({
            page: page + offset,
            ...text,
            ...(confidence === null ? {} : { confidence }),
          })),
        })
        await shareMarks(
          tx,
          caseId,
          document,
          pages.map(({ page }) => page),
        )
      })
      shared += pages.length
      if (pages.length < count) break
    }
  }
  return shared
}

/** Versions of documents whose first page has no text yet: each that has the bytes of one of the other case. */
function unreadShared(db: Queryable, caseId: string): Promise<SharedPages[]> {
  return db.rows<SharedPages>(
    `select s.from_case_id, v.start_page as from_page, d.start_page, d.end_page - d.start_page + 1 as pages
     from shared_documents s
     join document_versions d on d.case_id = s.case_id and d.document_id = s.document_id
     join document_versions v on v.case_id = s.from_case_id and v.document_id = s.from_document_id
       and v.version = s.from_version + d.version - 1 and v.content = d.content
     where s.case_id = $1 and not exists (
       select from page_words w where w.case_id = $1 and w.page = d.start_page)
     order by d.start_page`,
    [caseId],
  )
}

/** From the first page on without a gap, since reading resumes after the last. */
async function readThere(
  db: Queryable,
  { from_case_id }: SharedPages,
  firstPage: number,
  count: number,
): Promise<PageRow[]> {
  const rows = await db.rows<PageRow>(
    `select t.page, t.text, w.words, t.source, t.confidence
     from page_texts t join page_words w using (case_id, page)
     where case_id = $1 and page >= $2 and page < $2 + $3 order by page`,
    [from_case_id, firstPage, count],
  )
  const gap = rows.findIndex(({ page }, index) => page !== firstPage + index)
  return gap === -1 ? rows : rows.slice(0, gap)
}

/** The pages that wait for OCR or cannot be read. */
async function shareMarks(tx: Queryable, caseId: string, document: SharedPages, pages: number[]) {
  const { from_case_id, from_page, start_page } = document
  const values = [caseId, from_case_id, start_page - from_page, pages]
  await tx.rows(
    `insert into pages_to_recognise (case_id, page)
     select $1, page + $3 from pages_to_recognise where case_id = $2 and page = any($4) on conflict do nothing`,
    values,
  )
  await tx.rows(
    `insert into unreadable_pages (case_id, page, reason)
     select $1, page + $3, reason from unreadable_pages where case_id = $2 and page = any($4)
     on conflict do nothing`,
    values,
  )
}
