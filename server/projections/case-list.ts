import type { PersonName } from '@portico/contract/appeals'
import type { CaseSummary } from '@portico/contract/cases'
import type { Queryable } from '../store/db.ts'
import { representedBy } from './case-access.ts'

/** Which cases may be seen: every one up to a sensitivity, those that a member represents, or both. */
export type Sight = { upTo: number | undefined; representedBy: string | undefined }

export type CaseFilter = {
  status?: string | undefined
  docket?: string | undefined
  caseType?: string | undefined
  /** The id of a member or the name of a team that has an open task of it. */
  assignee?: string | undefined
  isClosed?: boolean | undefined
  /** Words, each of which a docket number or a name of the veteran begins with. */
  text?: string | undefined
  /** The case that another system knows by an id. */
  alias?: { source: string; externalId: string } | undefined
}

export type CaseCursor = Pick<CaseSummary, 'uploadedAt' | 'id'>

type CaseListRow = {
  case_id: string
  docket_number: string
  case_type: string
  veteran: PersonName
  receipt_date: string
  uploaded_at: Date
  docket: string | null
  status: string | null
  step: string | null
  entered_step_at: Date | null
  is_closed: boolean
  sensitivity: number
  assignee_kind: 'team' | 'person' | null
  assignee_id: string | null
  assignee_name: string | null
}

const mostWords = 8

/** Most recently uploaded first. `today` says which representations are in force. */
export async function listCases(
  db: Queryable,
  filter: CaseFilter,
  { sight, today, after, limit }: { sight: Sight; today: string; after?: CaseCursor; limit: number },
): Promise<CaseSummary[]> {
  const words = wordsOf(filter.text)
  const rows = await db.rows<CaseListRow>(statementFor(sight, filter), [
    after?.uploadedAt ?? 'infinity',
    after?.id ?? '',
    limit,
    filter.status ?? null,
    filter.docket ?? null,
    filter.caseType ?? null,
    filter.isClosed ?? null,
    filter.assignee ?? null,
    words,
    sight.upTo ?? -1,
    sight.representedBy ?? null,
    today,
    words[0] ?? null,
    filter.alias?.source ?? null,
    filter.alias?.externalId ?? null,
  ])
  return rows.map(summaryOf)
}

/** Several statements, so that where but a few cases are meant not all are looked through. */
const statementFor = (sight: Sight, { assignee, alias }: CaseFilter) => {
  const isAssigned =
    assignee === undefined
      ? `$8::text is null`
      : `c.case_id in (select case_id from queue_entries where assignee in ('person:' || $8, 'team:' || $8))`
  const isNamed = alias
    ? `c.case_id = (select case_id from aliases where source = $14 and external_id = $15)`
    : `$14::text is null and $15::text is null`
  return statement(`${isSeenBy(sight)} and ${isAssigned} and ${isNamed}`)
}

const isSeenBy = ({ upTo, representedBy: member }: Sight) => {
  const represented = representedBy('$11', '$12')
  if (upTo === undefined) return `c.case_id in (${represented}) and $10::int is not null`
  if (member === undefined)
    return `coalesce(w.sensitivity, 0) <= $10 and $11::text is null and $12::date is not null`
  return `(coalesce(w.sensitivity, 0) <= $10 or c.case_id in (${represented}))`
}

/** As ranges, so that an index serves a word that is a parameter. */
const isFoundBy = (word: string) => {
  const names = ['docket_number', "veteran->>'lastName'", "veteran->>'firstName'", "veteran->>'middleName'"]
  const ranges = names.map(
    (name) => `lower(c.${name}) ~>=~ ${word} and lower(c.${name}) ~<~ (${word} || chr(1114111))`,
  )
  return `(${ranges.join(' or ')})`
}

const statement = (isMeant: string) => `
  select c.case_id, c.docket_number, c.case_type, c.veteran, c.receipt_date, c.uploaded_at, w.docket, w.status, w.step,
    w.entered_step_at, coalesce(w.is_closed, false) as is_closed, coalesce(w.sensitivity, 0) as sensitivity,
    t.assignee_kind, t.assignee_id, t.assignee_name
  from cases c left join case_work w using (case_id)
  left join tasks t on t.case_id = c.case_id and t.task_id = w.step_task_id
  where (c.uploaded_at, c.case_id) < ($1, $2)
    and ${isMeant}
    and ($4::text is null or w.status = $4)
    and ($5::text is null or w.docket = $5)
    and ($6::text is null or c.case_type = $6)
    and ($7::boolean is null or coalesce(w.is_closed, false) = $7)
    and ($13::text is null or ${isFoundBy('$13')})
    and not exists (select from unnest($9::text[]) as word where ${isFoundBy('word')} is not true)
  order by c.uploaded_at desc, c.case_id desc limit $3`

/** The longest first: it leaves the fewest cases to look at. */
function wordsOf(text = ''): string[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return words.toSorted((a, b) => b.length - a.length).slice(0, mostWords)
}

function summaryOf(row: CaseListRow): CaseSummary {
  const { status, docket, step, entered_step_at: enteredStepAt } = row
  return {
    id: row.case_id,
    docketNumber: row.docket_number,
    caseType: row.case_type,
    veteran: row.veteran,
    receiptDate: row.receipt_date,
    uploadedAt: row.uploaded_at.toISOString(),
    isClosed: row.is_closed,
    sensitivity: row.sensitivity,
    ...(docket === null ? {} : { docket }),
    ...(status === null ? {} : { status }),
    ...(step === null ? {} : { step }),
    ...(enteredStepAt === null ? {} : { enteredStepAt: enteredStepAt.toISOString() }),
    ...(row.assignee_kind === null
      ? {}
      : {
          assignee: { kind: row.assignee_kind, id: row.assignee_id ?? '', name: row.assignee_name ?? '' },
        }),
  }
}
