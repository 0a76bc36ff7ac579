import type { PersonName } from '@portico/contract/appeals'
import type { CaseSort, CaseSummary } from '@portico/contract/cases'
import type { Queryable } from '../store/db.ts'
import { pageLimit } from '../store/page-limit.ts'
import { representedBy } from './case-access.ts'
import { findLists, findNamed, isNamed, type Named, type NameList, narrowed, places } from './case-names.ts'
import { substitutesOf } from './links.ts'

/** Which cases may be seen: every one up to a sensitivity, those that a member represents, or both. */
export type Sight = { upTo: number | undefined; representedBy: string | undefined }

export type CaseFilter = {
  status?: string | undefined
  docket?: string | undefined
  caseType?: string | undefined
  /** The id of a member or the name of a team that has an open task of it. */
  assignee?: string | undefined
  isClosed?: boolean | undefined
  /** Words, each of which begins the docket number, a name of the veteran or a later part of these. */
  text?: string | undefined
  /** The case that another system knows by an id. */
  alias?: { source: string; externalId: string } | undefined
  receivedFrom?: string | undefined
  receivedTo?: string | undefined
  /** Only cases that have been in their step since then. */
  inStepSince?: Date | undefined
  sensitivity?: number | undefined
}

/** Where a page ended: the value that it is sorted by, as text, and the case. */
export type CaseCursor = { key: string; id: string }
export type CaseOrder = { sort: CaseSort; isReversed: boolean }

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
  key: string
}

/** Each has an index. A case that is in no step has no place among those sorted by it. */
const sorts: Record<CaseSort, { key: string; type: string; isDescending: boolean }> = {
  uploaded: { key: 'c.uploaded_at', type: 'timestamptz', isDescending: true },
  received: { key: 'c.receipt_date', type: 'date', isDescending: true },
  docketNumber: { key: 'c.docket_number collate "C"', type: 'text', isDescending: false },
  name: {
    key: `lower((c.veteran->>'lastName') || ' ' || (c.veteran->>'firstName')) collate "C"`,
    type: 'text',
    isDescending: false,
  },
  step: { key: 'w.entered_step_at', type: 'timestamptz', isDescending: false },
}

/** So many cases are sorted sooner than a page of them is come upon in the order asked for. */
const mostNarrowed = 2000

/** One page in its order, with where it ends. `today` says which representations are in force. */
export async function listCases(
  db: Queryable,
  filter: CaseFilter,
  read: { sight: Sight; today: string; order: CaseOrder; after?: CaseCursor; limit: number },
): Promise<{ cases: CaseSummary[]; next?: CaseCursor }> {
  const { sight, today, order, after, limit } = read
  const isByUpload = order.sort === 'uploaded'
  const told = await findNamed(db, filter.text)
  // The cases of one common word have lists in the order of upload, and in no other.
  const found = isByUpload && told.common.length === 1 ? told : await narrowed(db, told, mostNarrowed)
  if (found.ids?.length === 0) return { cases: [] }
  const few = await findFew(db, filter)
  const listed =
    isByUpload && !found.ids && found.common.length > 0 ? await findLists(db, found.common) : undefined
  const named = { ...found, common: found.common.filter((word) => word !== listed?.word) }
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const { key, type, isDescending: isUsuallyDescending } = sorts[order.sort]
  const isDescending = isUsuallyDescending !== order.isReversed
  const direction = isDescending ? 'desc' : 'asc'
  const isByReceipt = order.sort === 'received'
  const conditions = conditionsOf(filter, { sight, today, barred: [], named, few, isByReceipt }, given)
  if (order.sort === 'step') conditions.push('w.entered_step_at is not null')
  if (after)
    conditions.push(
      `(${listed ? 'n.uploaded_at, n.case_id' : `${key}, c.case_id`}) ${isDescending ? '<' : '>'} (${given(after.key)}::${type}, ${given(after.id)})`,
    )
  const most = pageLimit(limit + 1)
  const chosen =
    listed && listed.lists.length > 0
      ? inLists(listed.lists, { conditions, direction, most, isByCase: isByCase(filter) }, given)
      : `select c.case_id, ${key} as place from cases c left join case_work w on w.case_id = c.case_id
         where ${conditions.join(' and ')} order by place ${direction}, c.case_id ${direction} limit ${most}`
  // What is shown is read of the cases on the page alone.
  const rows = await db.rows<CaseListRow>(
    `with page as materialized (${chosen})
     select ${shown}, page.place::text as key from page join cases c on c.case_id = page.case_id
       left join case_work w on w.case_id = c.case_id
       left join tasks t on t.case_id = c.case_id and t.task_id = w.step_task_id
     order by page.place ${direction}, page.case_id ${direction}`,
    values,
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    cases: page.map(summaryOf),
    ...(last ? { next: { key: last.key, id: last.case_id } } : {}),
  }
}

const shown = `c.case_id, c.docket_number, c.case_type, c.veteran, c.receipt_date, c.uploaded_at, w.docket, w.status, w.step,
  w.entered_step_at, coalesce(w.is_closed, false) as is_closed, coalesce(w.sensitivity, 0) as sensitivity, t.assignee_kind,
  t.assignee_id, t.assignee_name`

/** Whether a filter asks for what stands with the case alone. */
const isByCase = ({ caseType, receivedFrom, receivedTo }: CaseFilter) =>
  [caseType, receivedFrom, receivedTo].some((one) => one !== undefined)

/** The first of each list, and of all of these the first: a case may be in several. */
function inLists(
  lists: readonly NameList[],
  asked: { conditions: readonly string[]; direction: string; most: number; isByCase: boolean },
  given: (value: unknown) => string,
): string {
  const { conditions, direction, most } = asked
  const itself = asked.isByCase
    ? 'join cases c on c.case_id = n.case_id'
    : 'cross join lateral (select n.case_id) c'
  const parts = [...Map.groupBy(lists, ({ of }) => of)].map(([of, some]) => {
    const { table, word, where } = places[of]
    return `select found.* from unnest(${given(some.map((list) => list.word))}::text[]) as list (word) cross join lateral (
        select n.case_id, n.uploaded_at as place from ${table} n ${itself} left join case_work w on w.case_id = n.case_id
        where ${where} and n.${word} = list.word and ${conditions.join(' and ')}
        order by n.uploaded_at ${direction}, n.case_id ${direction} limit ${most}) found`
  })
  return `select distinct case_id, place from (${parts.join(' union all ')}) each
    order by place ${direction}, case_id ${direction} limit ${most}`
}

/** How many there are, counted no further than `most`. */
export async function countCases(
  db: Queryable,
  filter: CaseFilter,
  { most, ...asked }: { sight: Sight; today: string; barred: readonly string[]; most: number },
): Promise<number> {
  const named = await narrowed(db, await findNamed(db, filter.text), mostNarrowed)
  if (named.ids?.length === 0) return 0
  const values: unknown[] = [most]
  const few = await findFew(db, filter)
  const conditions = conditionsOf(filter, { ...asked, named, few }, (value) => `$${values.push(value)}`)
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from (
       select from cases c left join case_work w using (case_id) where ${conditions.join(' and ')} limit $1
     ) as counted`,
    values,
  )
  return row?.count ?? 0
}

/**
 * The cases in which somebody has an open task, and those of a sensitivity, each unless these are so many that one in a few
 * is: looked up first, since the planner cannot know how few they are among all, nor where.
 */
type Few = { assigned: string[] | undefined; sensitive: string[] | undefined }

async function findFew(db: Queryable, { assignee, sensitivity }: CaseFilter): Promise<Few> {
  const few = async (text: string, value: unknown) => {
    const rows = await db.rows<{ case_id: string }>(`${text} limit ${mostNarrowed + 1}`, [value])
    return rows.length > mostNarrowed ? undefined : [...new Set(rows.map((row) => row.case_id))]
  }
  return {
    assigned:
      assignee === undefined
        ? undefined
        : await few(`select case_id from queue_entries where assignee = any((select $1::text[])::text[])`, [
            `person:${assignee}`,
            `team:${assignee}`,
          ]),
    sensitive: sensitivity
      ? await few(
          `select case_id from case_work where sensitivity > 0 and sensitivity = (select $1::int)`,
          sensitivity,
        )
      : undefined,
  }
}

const isOneOf = (ids: readonly string[], given: (value: unknown) => string) =>
  `c.case_id = any((select ${given(ids)}::text[])::text[])`

type Asked = {
  sight: Sight
  today: string
  barred: readonly string[]
  named: Named
  few: Few
  isByReceipt?: boolean
}

/** Only what is asked for is in the statement, so that where but a few cases are meant not all are looked through. */
function conditionsOf(
  filter: CaseFilter,
  { sight, today, barred, named, few: { assigned, sensitive }, isByReceipt = false }: Asked,
  given: (value: unknown) => string,
): string[] {
  const { status, docket, caseType, isClosed, assignee, alias } = filter
  const { receivedFrom, receivedTo, inStepSince, sensitivity } = filter
  const parts: string[] = []
  if (status !== undefined) parts.push(`w.status = ${given(status)}`)
  if (docket !== undefined) parts.push(`w.docket = ${given(docket)}`)
  if (caseType !== undefined) parts.push(`c.case_type = ${given(caseType)}`)
  if (isClosed !== undefined) parts.push(`coalesce(w.is_closed, false) = ${given(isClosed)}`)
  // As places in the index: two bounds of one column that the planner cannot see it takes for very few cases.
  // In that order the index is read from one of them on whatever they are: hidden, they let one plan do for all.
  const bound = (date: string) => (isByReceipt ? `(select ${date})` : date)
  if (receivedFrom !== undefined)
    parts.push(`(c.receipt_date, c.case_id) >= (${bound(`${given(receivedFrom)}::date`)}, '')`)
  if (receivedTo !== undefined)
    parts.push(`(c.receipt_date, c.case_id) < (${bound(`${given(receivedTo)}::date + 1`)}, '')`)
  if (inStepSince !== undefined) parts.push(`w.entered_step_at <= ${given(inStepSince)}`)
  if (sensitive) parts.push(isOneOf(sensitive, given))
  // One case in a few has it: so that they are come upon in the order asked for, the planner may not join by it.
  else if (sensitivity)
    parts.push(`(select s.sensitivity from case_work s where s.case_id = c.case_id) = ${given(sensitivity)}`)
  else if (sensitivity === 0) parts.push('coalesce(w.sensitivity, 0) = 0')
  if (barred.length > 0) parts.push(`c.case_id <> all(${given(barred)})`)
  if (assigned) parts.push(isOneOf(assigned, given))
  else if (assignee !== undefined) {
    const who = given(assignee)
    parts.push(
      `c.case_id in (select case_id from queue_entries where assignee in ('person:' || ${who}, 'team:' || ${who}))`,
    )
  }
  if (alias) {
    const { source, externalId } = alias
    parts.push(
      `c.case_id in (${substitutesOf(`select case_id from aliases where source = ${given(source)} and external_id = ${given(externalId)}`)})`,
    )
  }
  parts.push(...isNamed(named, given))
  return [...parts, isSeenBy(sight, today, given)]
}

function isSeenBy({ upTo, representedBy: member }: Sight, today: string, given: (value: unknown) => string) {
  const isCleared = upTo === undefined ? undefined : `coalesce(w.sensitivity, 0) <= ${given(upTo)}`
  if (isCleared && member === undefined) return isCleared
  const isRepresented = `c.case_id in (${representedBy(given(member ?? null), given(today))})`
  return isCleared ? `(${isCleared} or ${isRepresented})` : isRepresented
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
