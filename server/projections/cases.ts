import type { Appeal, AppealSummary, PersonName } from '@portico/contract/appeals'
import type { Case } from '@portico/contract/cases'
import type { DecisionPackage } from '@portico/contract/decision-package'
import type { Alias } from '@portico/contract/envelope'
import type { Queryable } from '../store/db.ts'
import { representedBy } from './case-access.ts'
import type { Sight } from './case-list.ts'
import { isListed } from './documents.ts'
import { goesOnAs, predecessorsOf } from './links.ts'
import { batch, type Projection } from './projection.ts'

export const cases: Projection = {
  name: 'cases',
  tables: ['cases'],
  types: ['case.opened', 'case.corrected', 'document.filed', 'document.revised'],
  statement: `
    with ${batch},
    opened as (select case_id, at, data from batch where type = 'case.opened'),
    paged as (
      select case_id, max((data->>'endPage')::int) as last_page
      from batch where type in ('document.filed', 'document.revised') group by case_id
    ),
    corrected as (
      select case_id,
        (array_agg(data->>'caseType' order by sequence desc) filter (where data ? 'caseType'))[1] as case_type,
        (array_agg(data->'veteran' order by sequence desc) filter (where data ? 'veteran'))[1] as veteran,
        (array_agg(data->>'externalStatus' order by sequence desc) filter (where data ? 'externalStatus'))[1]
          as external_status,
        (array_agg((data->>'receiptDate')::date order by sequence desc) filter (where data ? 'receiptDate'))[1]
          as receipt_date
      from batch where type = 'case.corrected' group by case_id
    ),
    grown as (
      update cases c set
        page_count = greatest(c.page_count, p.last_page),
        case_type = coalesce(n.case_type, c.case_type),
        veteran = coalesce(n.veteran, c.veteran),
        external_status = coalesce(n.external_status, c.external_status),
        receipt_date = coalesce(n.receipt_date, c.receipt_date)
      from (select case_id from paged union select case_id from corrected) as told
      left join paged p using (case_id) left join corrected n using (case_id)
      where c.case_id = told.case_id
    )
    insert into cases
    select case_id, data->>'docketNumber', coalesce(n.case_type, data->>'caseType'),
      coalesce(n.veteran, data->'veteran'), coalesce(n.receipt_date, (data->>'receiptDate')::date), (data->>'uploadedAt')::timestamptz, at,
      (data->>'originalPdfBytes')::bigint, coalesce(last_page, 0), n.external_status
    from opened left join paged using (case_id) left join corrected n using (case_id)`,
}

export const aliases: Projection = {
  name: 'aliases',
  tables: ['aliases'],
  types: ['case.opened', 'case.aliased'],
  statement: `
    with ${batch}
    insert into aliases (source, external_id, case_id)
    select data->'alias'->>'source', data->'alias'->>'externalId', case_id
    from batch where data ? 'alias'`,
}

export async function caseByAlias(
  db: Queryable,
  source: string,
  externalId: string,
): Promise<string | undefined> {
  const [row] = await db.rows<{ case_id: string }>(
    `select case_id from aliases where source = $1 and external_id = $2`,
    [source, externalId],
  )
  return row?.case_id
}

/** Whether a case that another system called so was purged. */
export async function wasPurgedAs(db: Queryable, { source, externalId }: Alias): Promise<boolean> {
  const rows = await db.rows(`select from purged_aliases where digest = alias_digest($1, $2)`, [
    source,
    externalId,
  ])
  return rows.length > 0
}

/** What other systems call a case, or called the one that it goes on in place of. */
export async function aliasesOf(db: Queryable, caseId: string): Promise<Alias[]> {
  const rows = await db.rows<{ source: string; external_id: string }>(
    `select source, external_id from aliases where case_id in (${predecessorsOf('$1::text')})
     order by source, external_id`,
    [caseId],
  )
  return rows.map(({ source, external_id }) => ({ source, externalId: external_id }))
}

/** The case that goes on since a substitution, where there was one. */
export async function caseGoingOn(db: Queryable, caseId: string): Promise<string> {
  const [row] = await db.rows<{ caseId: string }>(`select ${goesOnAs('$1::text')} as "caseId"`, [caseId])
  return row?.caseId ?? caseId
}

/** Those that have this docket number: a remand has that of the case it goes on with. */
export async function casesByDocketNumber(
  db: Queryable,
  docketNumber: string,
): Promise<{ caseId: string; isClosed: boolean }[]> {
  const rows = await db.rows<{ case_id: string; is_closed: boolean }>(
    `select case_id, coalesce(w.is_closed, false) as is_closed
     from cases left join case_work w using (case_id)
     where lower(docket_number) = lower($1) order by case_id limit 10`,
    [docketNumber],
  )
  return rows.map(({ case_id, is_closed }) => ({ caseId: case_id, isClosed: is_closed }))
}

type SummaryRow = { case_id: string; docket_number: string; veteran: PersonName; uploaded_at: Date }

/** Newest first, in pages, so that a list of any length costs the memory of one page; those that may be seen. */
export async function* appealPages(
  db: Queryable,
  { sight, today, pageSize = 1000 }: { sight: Sight; today: string; pageSize?: number },
): AsyncGenerator<AppealSummary[]> {
  let last: SummaryRow | undefined
  do {
    const rows: SummaryRow[] = await db.rows(
      `select c.case_id, docket_number, veteran, uploaded_at from cases c left join case_work w using (case_id)
       where (uploaded_at, c.case_id) < ($1, $2)
         and (coalesce(w.sensitivity, 0) <= $4 or c.case_id in (${representedBy('$5', '$6')}))
       order by uploaded_at desc, c.case_id desc limit $3`,
      [
        last?.uploaded_at ?? 'infinity',
        last?.case_id ?? '',
        pageSize,
        sight.upTo ?? -1,
        sight.representedBy ?? null,
        today,
      ],
    )
    if (rows.length > 0) yield rows.map(summary)
    last = rows.length === pageSize ? rows.at(-1) : undefined
  } while (last)
}

function summary(row: SummaryRow): AppealSummary {
  const { firstName, middleName, lastName } = row.veteran
  return {
    id: row.case_id,
    docketNumber: row.docket_number,
    veteran: { firstName, ...(middleName === undefined ? {} : { middleName }), lastName },
    uploadedAt: row.uploaded_at.toISOString(),
  }
}

type CaseRow = SummaryRow & {
  case_type: string
  receipt_date: string
  opened_at: Date
  original_pdf_bytes: number
  document_count: number
  page_count: number
  current_pages: number
  pages_read: number
  pages_to_recognise: number
  unreadable_pages: number
  external_status: string | null
  version: number
}

export type CaseFacts = Case & { openedAt: string }

/** Whose case it is, and how far its chain has come. */
export async function findCaseAndHead(
  db: Queryable,
  caseId: string,
): Promise<DecisionPackage['case'] | undefined> {
  const [row] = await db.rows<
    SummaryRow & { case_type: string; receipt_date: string; version: number; hash: Buffer }
  >(
    `select c.case_id, c.docket_number, c.veteran, c.uploaded_at, c.case_type, c.receipt_date, s.version, s.hash
     from cases c join case_streams s using (case_id) where c.case_id = $1`,
    [caseId],
  )
  if (!row) return undefined
  const { id, docketNumber, veteran } = summary(row)
  const head = { version: row.version, hash: row.hash.toString('hex') }
  return { id, docketNumber, caseType: row.case_type, veteran, receiptDate: row.receipt_date, ...head }
}

/** With the counts of what is in the file, without documents that are concealed from whoever asks. */
export async function findCase(
  db: Queryable,
  caseId: string,
  concealed: readonly string[] = [],
): Promise<CaseFacts | undefined> {
  const [row] = await db.rows<CaseRow>(
    `with listed as (
       select d.document_id, d.start_page, d.end_page, d.end_page - d.start_page + 1 as pages
       from documents d where d.case_id = $1 and ${isListed('d', '$2')}
     ),
     texts as (
       select count(*)::int as document_count, coalesce(sum(d.pages), 0)::int as current_pages,
         coalesce(sum(least(t.pages_read, d.pages)) filter (where t.pages_read > 0), 0)::int as pages_read,
         coalesce(sum(d.pages - t.pages_read) filter (where t.unreadable is not null), 0)::int as pages_given_up
       from listed d left join document_texts t
         on t.case_id = $1 and t.document_id = d.document_id and t.start_page = d.start_page
     )
     select c.*, s.version,
       case when cardinality($2::text[]) = 0 then c.page_count else coalesce((
         select max(v.end_page) from document_versions v
         where v.case_id = $1 and v.document_id <> all($2)), 0) end as page_count,
       document_count, current_pages, pages_read,
       (select count(*)::int from pages_to_recognise r join listed d on r.page between d.start_page and d.end_page
        where r.case_id = $1) as pages_to_recognise,
       pages_given_up + (
         select count(*)::int from unreadable_pages u join listed d on u.page between d.start_page and d.end_page
         where u.case_id = $1) as unreadable_pages
     from cases c join case_streams s using (case_id), texts
     where c.case_id = $1`,
    [caseId, concealed],
  )
  return (
    row && {
      ...summary(row),
      caseType: row.case_type,
      ...(row.external_status === null ? {} : { externalStatus: row.external_status }),
      receiptDate: row.receipt_date,
      originalPdfBytes: row.original_pdf_bytes,
      documentCount: row.document_count,
      pageCount: row.page_count,
      text: {
        pagesRead: row.pages_read,
        pages: row.current_pages,
        pagesToRecognise: row.pages_to_recognise,
        unreadablePages: row.unreadable_pages,
      },
      version: row.version,
      openedAt: row.opened_at.toISOString(),
    }
  )
}

export function asAppeal({ id, docketNumber, veteran, uploadedAt, originalPdfBytes }: CaseFacts): Appeal {
  return { id, docketNumber, veteran, uploadedAt, originalPdfBytes }
}
