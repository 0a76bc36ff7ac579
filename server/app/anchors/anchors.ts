import type { Anchor, AnchorCheck, NewAnchor } from '@portico/contract/anchors'
import type { PagePlace } from '@portico/contract/cases'
import { boxAround, checkAnchor, checkOf, refuseTwistedBox } from '../../core/file/anchors.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { hasQuote } from '../../search/find-quote.ts'
import type { Queryable } from '../../store/db.ts'
import { findAnchor, type NewPage } from './find-anchor.ts'
import { isWhole, markedPage, pagesOf } from './marked-pages.ts'

/** A page of the case: which version of which document it is of, how that document stands, and what it says. */
type PageRow = {
  page: number
  document_id: string
  name: string
  version: number
  version_start: number
  version_end: number
  sha256: string
  status: 'current' | 'held' | 'removed'
  current_version: number
  current_sha256: string
  start_page: number
  end_page: number
  text: string | null
  source: 'textLayer' | 'ocr' | null
  is_waiting: boolean
  is_whole: boolean
}

async function readPageRows(
  db: Queryable,
  caseId: string,
  pages: readonly number[],
  recognition: 'on' | 'off',
): Promise<Map<number, PageRow>> {
  const rows = await db.rows<PageRow>(
    `select p.page, v.document_id, d.name, v.version, v.start_page as version_start, v.end_page as version_end,
       v.content->>'sha256' as sha256, d.status, d.version as current_version, d.content->>'sha256' as current_sha256,
       d.start_page, d.end_page, t.text, t.source,
       exists (select from pages_to_recognise r where r.case_id = $1 and r.page = p.page) as is_waiting,
       ${isWhole('$1', '$3')} as is_whole
     from documents d
     join (
       unnest($2::int[]) as p (page)
       cross join lateral (
         select * from document_versions
         where case_id = $1 and start_page <= p.page order by start_page desc limit 1
       ) v
     ) on v.document_id = d.document_id and p.page <= v.end_page
     left join page_texts t on t.case_id = $1 and t.page = p.page
     where d.case_id = $1`,
    [caseId, [...new Set(pages)], recognition],
  )
  return new Map(rows.map((row) => [row.page, row]))
}

/** What of the pages of a case is shown: only documents in the file, and none of those that are concealed. */
export type PageSight = { isCurrent: boolean; concealed?: readonly string[] | undefined }

const isShown = ({ status, document_id }: PageRow, { isCurrent, concealed = [] }: PageSight) =>
  (!isCurrent || status === 'current') && !concealed.includes(document_id)

/** Which version of which document a page of the case is of; whatever became of the document, unless it must be current. */
export async function findPage(
  db: Queryable,
  caseId: string,
  page: number,
  sight: PageSight,
): Promise<{ documentId: string; version: number }> {
  const row = (await readPageRows(db, caseId, [page], 'off')).get(page)
  if (!row || !isShown(row, sight)) throw new Refusal('notFound', 'There is no such page in this case.')
  return { documentId: row.document_id, version: row.version }
}

/**
 * Where what was on a page is now. A revision changes little, so its neighbourhood is looked at first, then all of it.
 */
export async function placeOfPage(
  db: Queryable,
  caseId: string,
  page: number,
  { recognition, ...sight }: PageSight & { recognition: 'on' | 'off' },
): Promise<PagePlace> {
  const row = (await readPageRows(db, caseId, [page], recognition)).get(page)
  if (!row || !isShown(row, sight)) throw new Refusal('notFound', 'There is no such page in this case.')
  const nth = page - row.version_start + 1
  const of = { page, documentId: row.document_id, name: row.name, version: row.version, nth }
  if (row.status !== 'current') return { ...of, status: 'removed' }
  if (row.version === row.current_version) return { ...of, status: 'current' }
  const nearest = Math.min(row.start_page + nth - 1, row.end_page)
  const old = await markedPage(db, caseId, page)
  for (const reach of [nearPages, row.end_page - row.start_page]) {
    const from = Math.max(row.start_page, nearest - reach)
    const to = Math.min(row.end_page, nearest + reach)
    const offset = nearest - from
    const found = await findAnchor({ page }, old, offset, await pagesOf(db, caseId, from, to))
    if (found) return { ...of, status: 'moved', now: found.page }
    if (from === row.start_page && to === row.end_page) break
  }
  return { ...of, status: row.is_whole ? 'gone' : 'unread', now: nearest }
}

export type ResolvedAnchor = { anchor: Anchor; documentName: string }

/**
 * The anchors that callers mean, of the file as it stands. A quote must be on its page where the page says in writing
 * what it says; what was recognised from a picture may be misread, so there it is taken at the caller's word.
 */
export async function resolveAnchors(
  db: Queryable,
  caseId: string,
  given: readonly NewAnchor[],
): Promise<ResolvedAnchor[]> {
  const rows = await readPageRows(
    db,
    caseId,
    given.map(({ page }) => page),
    'off',
  )
  const resolved: ResolvedAnchor[] = []
  for (const { documentId, page, rect, quote } of given) {
    const row = rows.get(page)
    if (!row) throw new Refusal('invalid', `There is no page ${page} in this case.`)
    refuseOtherDocument(row, documentId)
    if (rect) refuseTwistedBox(rect)
    if (quote !== undefined && isQuoted(row, quote) === false) {
      throw new Refusal('invalid', await quoteElsewhere(db, caseId, row, quote))
    }
    const anchor = {
      documentId: row.document_id,
      version: row.version,
      sha256: row.sha256,
      page,
      ...(rect ? { rect } : {}),
      ...(quote === undefined ? {} : { quote }),
    }
    resolved.push({ anchor, documentName: row.name })
  }
  return resolved
}

function refuseOtherDocument(row: PageRow, documentId: string | undefined) {
  if (documentId !== undefined && documentId !== row.document_id) {
    throw new Refusal('invalid', `Page ${row.page} is not in this document: it is in ${row.document_id}.`)
  }
  if (row.status !== 'current') {
    throw new Refusal('stateForbids', `Page ${row.page} cannot be cited: its document is ${row.status}.`)
  }
  if (row.version < row.current_version) {
    throw new Refusal(
      'stateForbids',
      `Page ${row.page} belongs to an older version of its document: the current one has the pages ${row.start_page} to ${row.end_page}.`,
    )
  }
}

/** Unknown where there is no text to look in, more of it may come, or it was recognised and may be misread. */
function isQuoted({ text, source, is_waiting }: PageRow, quote: string): boolean | undefined {
  if (!text?.trim()) return undefined
  if (hasQuote(text, quote)) return true
  return is_waiting || source === 'ocr' ? undefined : false
}

const nearPages = 25

async function quoteElsewhere(db: Queryable, caseId: string, row: PageRow, quote: string): Promise<string> {
  const from = Math.max(row.version_start, row.page - nearPages)
  const to = Math.min(row.version_end, row.page + nearPages)
  const others = (await pagesOf(db, caseId, from, to)).filter(({ text }) => hasQuote(text, quote))
  const [nearest] = others.toSorted((a, b) => Math.abs(a.page - row.page) - Math.abs(b.page - row.page))
  return `The quote is not on page ${row.page}${nearest ? `; it is on page ${nearest.page}` : ''}.`
}

/** Each anchor against the pages that are stored, in order; what a newer version has elsewhere is looked for there. */
export async function checkAnchors(
  db: Queryable,
  caseId: string,
  anchors: readonly Anchor[],
  recognition: 'on' | 'off',
): Promise<AnchorCheck[]> {
  const rows = await readPageRows(
    db,
    caseId,
    anchors.map(({ page }) => page),
    recognition,
  )
  const newPages = rememberPages(db, caseId)
  const checks: AnchorCheck[] = []
  for (const anchor of anchors) {
    const row = rows.get(anchor.page)
    const check = checkAnchor(anchor, row && storedPage(row, anchor))
    checks.push(row && check.status === 'superseded' ? await followed(anchor, row) : check)
  }
  return checks

  async function followed(anchor: Anchor, row: PageRow): Promise<AnchorCheck> {
    const now = await findPlace(db, caseId, anchor, row, await newPages(row))
    if (now) return checkOf('moved', now)
    return checkOf(row.is_whole ? 'orphaned' : 'superseded')
  }
}

function storedPage(row: PageRow, { quote }: Anchor) {
  return {
    documentId: row.document_id,
    version: row.version,
    currentVersion: row.current_version,
    sha256: row.sha256,
    isListed: row.status === 'current',
    hasQuote: quote === undefined ? undefined : isQuoted(row, quote),
  }
}

function rememberPages(db: Queryable, caseId: string) {
  const known = new Map<string, Promise<NewPage[]>>()
  return ({ document_id, start_page, end_page }: PageRow) => {
    const pages = known.get(document_id) ?? pagesOf(db, caseId, start_page, end_page)
    known.set(document_id, pages)
    return pages
  }
}

async function findPlace(
  db: Queryable,
  caseId: string,
  { page, rect, quote }: Anchor,
  row: PageRow,
  pages: readonly NewPage[],
): Promise<Anchor | undefined> {
  const mark = { page, ...(rect ? { rects: [rect] } : {}), ...(quote === undefined ? {} : { quote }) }
  const old = await markedPage(db, caseId, page)
  const found = await findAnchor(mark, old, page - row.version_start, pages)
  if (!found) return undefined
  const box = boxAround(found.rects ?? [])
  return {
    documentId: row.document_id,
    version: row.current_version,
    sha256: row.current_sha256,
    page: found.page,
    ...(box ? { rect: box } : {}),
    ...(quote === undefined ? {} : { quote }),
  }
}
