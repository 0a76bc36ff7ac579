import type { PageMap } from '@portico/contract/cases'
import type { DuplicateRun } from '@portico/contract/documents'
import type { Reader } from '../../core/file/reader.ts'
import { documents as documentsOfEvents, isListed } from '../../projections/documents.ts'
import type { Queryable } from '../../store/db.ts'
import { rememberByVersion } from '../by-version.ts'

const mostMaps = 20
const usualLimit = 100

type Sum = { pages: number; uniquePages: number; documents: PageMap['documents'] }

/**
 * The known duplicate pages among the documents now in the file, as far as the reader sees them: the whole file is read once
 * for the last event that changed a document and a comparison of its pages, and shown document by document.
 */
export function openPageMaps(db: Queryable) {
  const known = rememberByVersion<Sum>(mostMaps)
  const counted = rememberByVersion<number>(mostMaps)
  return async (
    caseId: string,
    { concealed = [] }: Pick<Reader, 'concealed'>,
    { after = 0, limit = usualLimit }: { after?: number | undefined; limit?: number | undefined } = {},
  ): Promise<PageMap> => {
    const { version, revision, compared } = await readState(db, caseId)
    const keyOf = (of: number | string | null) => JSON.stringify([caseId, of, ...concealed])
    const { documents, ...sums } = await known(keyOf(revision), version, () => readSum(db, caseId, concealed))
    const comparedPages = await counted(keyOf(compared), version, async () =>
      overlap(await readCompared(db, caseId), documents),
    )
    const from = firstAfter(documents, after)
    const shown = documents.slice(from, from + limit)
    return {
      ...sums,
      comparedPages,
      documents: shown,
      isMore: from + limit < documents.length,
    }
  }
}

async function readSum(db: Queryable, caseId: string, concealed: readonly string[]): Promise<Sum> {
  const rows = await readDocuments(db, caseId, concealed)
  const documents = rows.map(({ duplicates: found, ...document }) => {
    const duplicates = (found ?? []).flatMap((run) => shownRuns(run, document, rows))
    const repeated = duplicates.reduce((sum, { startPage, endPage }) => sum + endPage - startPage + 1, 0)
    return { ...document, uniquePages: document.endPage - document.startPage + 1 - repeated, duplicates }
  })
  return {
    pages: documents.reduce((sum, { startPage, endPage }) => sum + endPage - startPage + 1, 0),
    uniquePages: documents.reduce((sum, { uniquePages }) => sum + uniquePages, 0),
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
function firstEndingAt(documents: readonly { endPage: number }[], page: number): number {
  return firstPlace(documents, ({ endPage }) => endPage >= page)
}

const firstAfter = (documents: readonly { startPage: number }[], page: number) =>
  firstPlace(documents, ({ startPage }) => startPage > page)

/** By halves, where it holds for all behind the first for which it does. */
function firstPlace<One>(all: readonly One[], holds: (one: One) => boolean): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(all[middle] as One)) high = middle
    else low = middle + 1
  }
  return low
}

/** How many pages of the documents are in the ranges: both in order, and neither has a page twice. */
function overlap(
  ranges: readonly (readonly [from: number, until: number])[],
  documents: readonly { startPage: number; endPage: number }[],
): number {
  let pages = 0
  for (const [from, until] of ranges)
    for (let at = firstEndingAt(documents, from); at < documents.length; at++) {
      const { startPage, endPage } = documents[at] as { startPage: number; endPage: number }
      if (startPage >= until) break
      pages += Math.min(endPage + 1, until) - Math.max(startPage, from)
    }
  return pages
}

/** A file of which every second page waits for recognition has as many ranges as pages: they are read once, too. */
type State = { version: number; revision: number; compared: string | null }

async function readState(db: Queryable, caseId: string): Promise<State> {
  const [row] = await db.rows<State>(
    `select coalesce((
       select max(last.sequence) from unnest($2::text[]) as changing (type) cross join lateral (
         select e.sequence from events e where e.case_id = s.case_id and e.type = changing.type
         order by e.sequence desc limit 1) last), 0) as version, coalesce(c.revision, -1) as revision,
       p.xmin::text as compared
     from case_streams s left join page_comparisons c using (case_id) left join compared_pages p using (case_id)
     where s.case_id = $1`,
    [caseId, documentsOfEvents.types],
  )
  return row ?? { version: 0, revision: -1, compared: null }
}

async function readCompared(db: Queryable, caseId: string): Promise<[from: number, until: number][]> {
  const [row] = await db.rows<{ ranges: [number, number][] | null }>(
    `select (select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by lower(r)) from unnest(pages) as r) as ranges
     from compared_pages where case_id = $1`,
    [caseId],
  )
  return row?.ranges ?? []
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
