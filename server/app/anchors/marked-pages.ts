import { readWords } from '../../search/match-boxes.ts'
import type { Queryable } from '../../store/db.ts'
import type { MarkedPage, NewPage } from './find-anchor.ts'

/** A page as something was marked on it. */
export async function markedPage(db: Queryable, caseId: string, page: number): Promise<MarkedPage> {
  const [[row], words] = await Promise.all([
    db.rows<{ text: string }>(`select text from page_texts where case_id = $1 and page = $2`, [caseId, page]),
    readWords(db, caseId, [page]),
  ])
  return { text: row?.text ?? '', words: words.get(page) ?? [] }
}

/** The pages among which it is looked for, as far as their text is known. */
export async function pagesOf(
  db: Queryable,
  caseId: string,
  startPage: number,
  endPage: number,
): Promise<NewPage[]> {
  const rows = await db.rows<{ page: number; text: string }>(
    `select page, text from page_texts where case_id = $1 and page between $2 and $3 order by page`,
    [caseId, startPage, endPage],
  )
  return rows.map(({ page, text }) => ({
    page,
    text,
    words: async () => (await readWords(db, caseId, [page])).get(page) ?? [],
  }))
}

/** Whether all the text there will be of a document `d` is known; the parameters hold the case, and whether pictures are read. */
export const isWhole = (caseId: string, recognition: string) =>
  `coalesce((select t.unreadable is not null or t.pages_read >= t.pages from document_texts t
     where t.case_id = ${caseId} and t.document_id = d.document_id and t.start_page = d.start_page), false)
   and not exists (select from pages_to_recognise r
     where ${recognition} = 'on' and r.case_id = ${caseId} and r.page between d.start_page and d.end_page)`
