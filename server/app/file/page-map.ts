import type { PageMap } from '@portico/contract/cases'
import type { DuplicateRun } from '@portico/contract/documents'
import type { Reader } from '../../core/file/reader.ts'
import { isListed } from '../../projections/documents.ts'
import type { Queryable } from '../../store/db.ts'

/** The known duplicate pages among the documents now in the file, as far as the reader sees them. */
export async function pageMap(
  db: Queryable,
  caseId: string,
  { concealed = [] }: Pick<Reader, 'concealed'>,
): Promise<PageMap> {
  const [rows, comparedPages] = await Promise.all([
    readDocuments(db, caseId, concealed),
    countCompared(db, caseId, concealed),
  ])
  const documents = rows.map(({ duplicates: found, ...document }) => {
    const duplicates = (found ?? []).flatMap((run) => shownRuns(run, document, rows))
    const repeated = duplicates.reduce((sum, { startPage, endPage }) => sum + endPage - startPage + 1, 0)
    return { ...document, uniquePages: document.endPage - document.startPage + 1 - repeated, duplicates }
  })
  return {
    pages: documents.reduce((sum, { startPage, endPage }) => sum + endPage - startPage + 1, 0),
    uniquePages: documents.reduce((sum, { uniquePages }) => sum + uniquePages, 0),
    comparedPages,
    documents,
  }
}

type Row = {
  id: string
  name: string
  startPage: number
  endPage: number
  isLinked: boolean
  duplicates: DuplicateRun[] | null
}
type Shown = PageMap['documents'][number]['duplicates'][number]

/** A run clipped to the pages of both sides that are in the file; one that crosses documents is split. */
function shownRuns(
  run: DuplicateRun,
  own: { startPage: number; endPage: number },
  rows: readonly Row[],
): Shown[] {
  const shift = run.ofStartPage - run.startPage
  const from = firstEndingAt(rows, run.ofStartPage)
  const shown: Shown[] = []
  for (let at = from; at < rows.length; at++) {
    const other = rows[at] as Row
    if (other.startPage > run.endPage + shift) break
    const startPage = Math.max(run.startPage, own.startPage, other.startPage - shift)
    const endPage = Math.min(run.endPage, own.endPage, other.endPage - shift)
    if (startPage > endPage) continue
    const { id, name } = other
    shown.push({ ...run, startPage, endPage, ofStartPage: startPage + shift, ofDocument: { id, name } })
  }
  return shown
}

/** Of documents in the order of their pages, which share none: the first one that has this page or a later one. */
function firstEndingAt(rows: readonly Row[], page: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.endPage ?? 0) < page) low = middle + 1
    else high = middle
  }
  return low
}

async function readDocuments(db: Queryable, caseId: string, concealed: readonly string[]): Promise<Row[]> {
  return db.rows<Row>(
    `select d.document_id as id, d.name, d.start_page as "startPage", d.end_page as "endPage",
       d.is_linked as "isLinked", f.duplicates
     from documents d left join document_duplicates f using (case_id, document_id)
     where d.case_id = $1 and ${isListed('d', '$2')} order by d.start_page`,
    [caseId, concealed],
  )
}

async function countCompared(db: Queryable, caseId: string, concealed: readonly string[]): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select coalesce(sum(of_document.count), 0)::int as count
     from documents d cross join lateral (
       select count(*) from page_signatures s
       where s.case_id = $1 and s.page between d.start_page and d.end_page
     ) of_document
     where d.case_id = $1 and ${isListed('d', '$2')}`,
    [caseId, concealed],
  )
  return row?.count ?? 0
}
