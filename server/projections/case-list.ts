import type { PersonName } from '@portico/contract/appeals'
import type { CaseSort, CaseSummary } from '@portico/contract/cases'
import type { Queryable } from '../store/db.ts'
import { pageLimit } from '../store/page-limit.ts'
import { representedBy } from './case-access.ts'
import {
  byLength,
  byName,
  entriesOf,
  findLists,
  findNamed,
  hasWords,
  isInMore,
  isNamed,
  type KnownLists,
  type Named,
  type NameList,
  places,
  wordsQuery,
} from './case-names.ts'
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
  name: { key: byName, type: 'text', isDescending: false },
  step: { key: 'w.entered_step_at', type: 'timestamptz', isDescending: false },
}

/** So many cases are sorted sooner than a page of them is come upon in the order asked for. */
const mostNarrowed = 2000
/** The same of cases that the index of words finds at once; of a longer page, since more would have to be come upon. */
const mostFound = (limit: number) => Math.round(500 * Math.sqrt(limit))

/** Entries of a word in the index of names are read sooner than so many; those of several words are few when they are sorted. */
const mostEntries = (limit: number, words: number) => Math.round((words > 1 ? 3000 : 1000) * Math.sqrt(limit))
/** So many entries of a word are searched for the others: where a page is not full by then, few cases have them all. */
const mostSearched = (limit: number) => Math.max(2000, 40 * limit)

type Read = { sight: Sight; today: string; order: CaseOrder; after?: CaseCursor; limit: number }
type CasePage = { cases: CaseSummary[]; next?: CaseCursor }

/** One page in its order, with where it ends. `today` says which representations are in force. */
export async function listCases(db: Queryable, filter: CaseFilter, read: Read): Promise<CasePage> {
  const { sort } = read.order
  // Cases of a sensitivity have a list in the order of upload, as those of one common word have, and in no other.
  const narrowed = await narrow(db, filter, { isListed: sort === 'uploaded' })
  const { ids, common } = narrowed
  if (ids?.length === 0) return { cases: [] }
  if (ids)
    return (
      (await pageOfFound(db, filter, { ...read, narrowed })) ?? pageInOrder(db, filter, { ...read, narrowed })
    )
  const known = new Map<string, NameList[] | undefined>()
  if (sort === 'uploaded') {
    for (const word of common.length > 1 ? byBeginning(common) : []) {
      const lists = await findLists(db, word)
      known.set(word, lists)
      const page =
        lists &&
        (await pageInOrder(db, filter, { ...read, narrowed, listed: { word, lists }, isBrief: true }))
      if (page) return page
    }
  } else if (sort !== 'step') {
    for (const word of byLength(common)) {
      const page = await pageOfEntries(db, filter, { ...read, narrowed, word })
      if (page) return page
    }
  }
  const isFound = common.length > 1 || (common.length === 1 && sort === 'step')
  for (const word of common.length > 1 ? common : [])
    if (!known.has(word)) known.set(word, await findLists(db, word))
  const found = isFound ? await pageOfFound(db, filter, { ...read, narrowed, known }) : undefined
  return found ?? pageInOrder(db, filter, { ...read, narrowed, known })
}

type ReadNarrowed = Read & { narrowed: Narrowed; known?: KnownLists }

/**
 * Docket numbers first: those that begin alike are often as old, so that few of the newest cases have them. Then what fewer are
 * likely to have.
 */
const byBeginning = (words: readonly string[]) => {
  const isNumber = (word: string) => /^\d/.test(word)
  return byLength(words).toSorted((one, other) => Number(isNumber(other)) - Number(isNumber(one)))
}

/** As entries of the index of names have it, where that has room for it. */
const entryKeys = { received: 'n.receipt_date', docketNumber: 'n.docket_number', name: 'n.name' }

/**
 * Of a word that not very many cases have, by its entries in the index of names, which tell what they are sorted by and whether
 * the case has all other words. Undefined where there are too many.
 */
async function pageOfEntries(
  db: Queryable,
  filter: CaseFilter,
  { narrowed, word, sight, today, order, after, limit }: ReadNarrowed & { word: string },
): Promise<CasePage | undefined> {
  if (order.sort === 'uploaded' || order.sort === 'step') return undefined
  const key = entryKeys[order.sort]
  const { type } = sorts[order.sort]
  const { direction, beyond } = directionOf(order)
  const rowLimit = pageLimit(limit + 1)
  const mostOf = mostEntries(rowLimit, narrowed.common.length)
  const others = narrowed.common.filter((one) => one !== word)
  const itself = isByCase(filter)
    ? 'cross join lateral (select * from cases where case_id = each.case_id offset 0) c'
    : 'cross join lateral (select each.case_id) c'
  // Of the first in the order all may be seen, as a rule; a case may be there twice.
  for (const most of [2 * rowLimit, 1_000_000]) {
    const values: unknown[] = []
    const given = (value: unknown) => `$${values.push(value)}`
    const entries = (columns: string, ending: string) => entriesOf(word, columns, ending, given)
    const has = others.length > 0 ? hasWords(others, given) : 'true'
    const isBehind = after
      ? `(${key}, n.case_id) ${beyond} (${given(after.key)}::${type}, ${given(after.id)})`
      : 'true'
    const narrowedBySight = { sight, today, barred: [], narrowed: { ...narrowed, common: [] } }
    const conditions = conditionsOf(filter, narrowedBySight, given)
    const rows = await db.rows<
      Omit<CaseListRow, 'case_id'> & { case_id: string | null; are_known: boolean; is_enough: boolean }
    >(
      `with entries as materialized (
         select not exists (select from ${entries('', `offset ${mostOf} limit 1`)}) as are_few
       ),
       top as materialized (
         select n.case_id, ${key} as place, n.words is not null as is_known
         from ${entries('case_id, words, name, receipt_date, docket_number', `limit ${mostOf}`)}
         where (select are_few from entries) and ((${has}) is not false and (${isBehind}) is not false)
         order by n.words is not null, place ${direction}, n.case_id ${direction} limit ${most + 1}
       ),
       page as materialized (
         select each.case_id, each.place
         from (select distinct place, case_id from top order by place ${direction}, case_id ${direction} offset 0) each
         ${itself} left join lateral (select * from case_work where case_id = each.case_id offset 0) w on true
         where ${conditions.join(' and ')}
         order by each.place ${direction}, each.case_id ${direction} limit ${rowLimit}
       )
       select ${shown}, page.place::text as key, are_few and not exists (select from top where not is_known) as are_known,
         (select count(*) from page) >= ${rowLimit} or (select count(*) from top) <= ${most} as is_enough
       from entries left join page on true ${ofPage}
       order by page.place ${direction}, page.case_id ${direction}`,
      values,
    )
    if (!rows[0]?.are_known) return undefined
    if (rows[0].is_enough) return pageOf(rows.filter(isCase), limit)
  }
  return undefined
}

/** A statement says how far it came also where it found no case. */
const isCase = <Row extends { case_id: string | null }>(row: Row): row is Row & CaseListRow =>
  row.case_id !== null

/**
 * Of cases that are named, or that have all of several words as the index of words finds them. Undefined where these are so
 * many that a page is sooner come upon in the order asked for.
 */
async function pageOfFound(
  db: Queryable,
  filter: CaseFilter,
  { narrowed, known, sight, today, order, after, limit }: ReadNarrowed,
): Promise<CasePage | undefined> {
  const rowLimit = pageLimit(limit + 1)
  const isByStep = order.sort === 'step'
  const most = narrowed.ids ? mostNarrowed : mostFound(rowLimit)
  const [only, ...others] = narrowed.ids ? [] : narrowed.common
  if (only !== undefined && others.length === 0 && (await isInMore(db, only, most))) return undefined
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const { key, type } = sorts[order.sort]
  const { direction, beyond } = directionOf(order)
  const isMeant = narrowed.ids
    ? isNamed(narrowed, given)
    : [`c.words @@ (select ${given(wordsQuery(narrowed.common, known))}::tsquery)`]
  const rest = { ...narrowed, ids: undefined, common: [] }
  const conditions = conditionsOf(filter, { sight, today, barred: [], narrowed: rest }, given)
  const place = isByStep ? key : 'c.place'
  if (isByStep) conditions.push(`${key} is not null`)
  if (after)
    conditions.push(`(${place}, c.case_id) ${beyond} (${given(after.key)}::${type}, ${given(after.id)})`)
  const isEnough = `(select count(*) from found) <= ${most}`
  // Sorted before anything else is asked, so that of most cases nothing else is read.
  const sorted = isByStep
    ? 'found c join case_work w on w.case_id = c.case_id'
    : `(select * from found where ${isEnough} order by place ${direction}, case_id ${direction} offset 0) c
       left join lateral (select * from case_work where case_id = c.case_id offset 0) w on true`
  const rows = await db.rows<Omit<CaseListRow, 'case_id'> & { case_id: string | null; is_enough: boolean }>(
    `with found as materialized (
       select c.case_id, c.case_type, c.receipt_date${isByStep ? '' : `, ${key} as place`} from cases c
       where ${isMeant.join(' and ')} limit ${most + 1}
     ),
     page as materialized (
       select c.case_id, ${place} as place from ${sorted}
       where ${isEnough} and ${conditions.join(' and ')}
       order by place ${direction}, c.case_id ${direction} limit ${rowLimit}
     )
     select ${shown}, page.place::text as key, ${isEnough} as is_enough
     from (select) always left join page on true ${ofPage}
     order by page.place ${direction}, page.case_id ${direction}`,
    values,
  )
  if (!rows[0]?.is_enough) return undefined
  return pageOf(rows.filter(isCase), limit)
}

/** Come upon in the order asked for, by lists in that order where there are such. Undefined where a brief look is not enough. */
async function pageInOrder(
  db: Queryable,
  filter: CaseFilter,
  read: ReadNarrowed & { listed?: Listed; isBrief: true },
): Promise<CasePage | undefined>
async function pageInOrder(db: Queryable, filter: CaseFilter, read: ReadNarrowed): Promise<CasePage>
async function pageInOrder(
  db: Queryable,
  filter: CaseFilter,
  {
    narrowed: found,
    known,
    sight,
    today,
    order,
    after,
    limit,
    ...brief
  }: ReadNarrowed & { listed?: Listed; isBrief?: true },
): Promise<CasePage | undefined> {
  const listed = brief.listed ?? (order.sort === 'uploaded' ? await listsFor(db, found, known) : undefined)
  const others = listed?.word === undefined ? [] : found.common.filter((word) => word !== listed.word)
  const narrowed = {
    ...found,
    common: listed ? [] : found.common,
    sensitivity: listed?.word === undefined && listed ? undefined : found.sensitivity,
  }
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const { key, type } = sorts[order.sort]
  const { direction, beyond } = directionOf(order)
  const isByReceipt = order.sort === 'received'
  const conditions = conditionsOf(filter, { sight, today, barred: [], narrowed, isByReceipt }, given)
  if (order.sort === 'step') conditions.push('w.entered_step_at is not null')
  const isBehind =
    after &&
    `(${listed ? 'n.uploaded_at, n.case_id' : `${key}, c.case_id`}) ${beyond} (${given(after.key)}::${type}, ${given(after.id)})`
  const most = pageLimit(limit + 1)
  const asked = {
    conditions,
    isBehind,
    others: others.length > 0 ? hasWords(others, given) : 'true',
    all: others.length > 0 ? wordsQuery(others, known) : undefined,
    direction,
    beyond,
    most,
    isItself: isByCase(filter),
  }
  const chosen = !listed
    ? `page as materialized (
         select c.case_id, ${key} as place from cases c left join case_work w on w.case_id = c.case_id
         where ${[...conditions, ...(isBehind ? [isBehind] : [])].join(' and ')}
         order by place ${direction}, c.case_id ${direction} limit ${most})`
    : brief.isBrief
      ? searchedLists(listed.lists, asked, given)
      : `page as materialized (${inLists(listed.lists, asked, given)})`
  // What is shown is read of the cases on the page alone.
  const rows = await db.rows<Omit<CaseListRow, 'case_id'> & { case_id: string | null; is_enough: boolean }>(
    `with ${chosen}
     select ${shown}, page.place::text as key, ${brief.isBrief ? isEnough(most) : 'true'} as is_enough
     from (select) always left join page on true ${ofPage}
     order by page.place ${direction}, page.case_id ${direction}`,
    values,
  )
  return rows[0]?.is_enough ? pageOf(rows.filter(isCase), limit) : undefined
}

/** Lists that have all cases meant, in the order of upload: of a word, or of a sensitivity. */
type Listed = { word: string | undefined; lists: readonly NameList[] }

async function listsFor(
  db: Queryable,
  { common, sensitivity }: Narrowed,
  known: KnownLists = new Map(),
): Promise<Listed | undefined> {
  if (common.length === 0)
    return sensitivity
      ? { word: undefined, lists: [{ of: 'sensitivity', word: String(sensitivity) }] }
      : undefined
  for (const word of byLength(common)) {
    const lists = known.has(word) ? known.get(word) : await findLists(db, word)
    if (lists && lists.length > 0) return { word, lists }
  }
  return undefined
}

function directionOf({ sort, isReversed }: CaseOrder) {
  const isDescending = sorts[sort].isDescending !== isReversed
  return isDescending ? { direction: 'desc', beyond: '<' } : { direction: 'asc', beyond: '>' }
}

function pageOf(rows: readonly CaseListRow[], limit: number): CasePage {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    cases: page.map(summaryOf),
    ...(last ? { next: { key: last.key, id: last.case_id } } : {}),
  }
}

const ofPage = `left join cases c on c.case_id = page.case_id left join case_work w on w.case_id = c.case_id
  left join tasks t on t.case_id = c.case_id and t.task_id = w.step_task_id`

const shown = `c.case_id, c.docket_number, c.case_type, c.veteran, c.receipt_date, c.uploaded_at, w.docket, w.status, w.step,
  w.entered_step_at, coalesce(w.is_closed, false) as is_closed, coalesce(w.sensitivity, 0) as sensitivity, t.assignee_kind,
  t.assignee_id, t.assignee_name`

/** Whether a filter asks for what stands with the case alone. */
const isByCase = ({ caseType, receivedFrom, receivedTo }: CaseFilter) =>
  [caseType, receivedFrom, receivedTo].some((one) => one !== undefined)

type AskedOfLists = {
  conditions: readonly string[]
  isBehind: string | undefined
  /** That the case has all other words too, by the index; and for whom it does not have room, by the case itself. */
  others: string
  all: string | undefined
  direction: string
  beyond: string
  most: number
  isItself: boolean
}

/** The first of each list, and of all of these the first: a case may be in several. */
function inLists(
  lists: readonly NameList[],
  { conditions, isBehind, others, all, direction, most, isItself }: AskedOfLists,
  given: (value: unknown) => string,
): string {
  const itself = isItself
    ? 'join cases c on c.case_id = n.case_id'
    : 'cross join lateral (select n.case_id) c'
  const parts = [...Map.groupBy(lists, ({ of }) => of)].map(([of, some]) => {
    const { table, word, where, type } = places[of]
    const hasAll =
      all &&
      `coalesce(${others}, (select c.words @@ (select ${given(all)}::tsquery) from cases c where c.case_id = n.case_id))`
    const meant = [where, `n.${word} = list.word`, isBehind, hasAll, ...conditions].filter(
      (one) => one !== undefined,
    )
    return `select found.* from unnest((select ${given(some.map((list) => list.word))}::${type}[])) as list (word) cross join lateral (
        select n.case_id, n.uploaded_at as place from ${table} n ${itself} left join case_work w on w.case_id = n.case_id
        where ${meant.join(' and ')}
        order by n.uploaded_at ${direction}, n.case_id ${direction} limit ${most}) found`
  })
  return `select distinct case_id, place from (${parts.join(' union all ')}) each
    order by place ${direction}, case_id ${direction} limit ${most}`
}

/**
 * The same, but each list is searched only so far: `is_cut` says where that was. Up to the first of these places the page is as it
 * would be. Ordered in every layer, since a layer that is not would be sorted as a whole.
 */
function searchedLists(
  lists: readonly NameList[],
  { conditions, isBehind, others, direction, beyond, most, isItself }: AskedOfLists,
  given: (value: unknown) => string,
): string {
  const inOrder = `order by place ${direction}, case_id ${direction}`
  const itself = isItself
    ? 'cross join lateral (select * from cases where case_id = n.case_id offset 0) c'
    : 'cross join lateral (select n.case_id) c'
  const furthest = `(select ${given(Math.ceil(mostSearched(most) / lists.length))}::int)`
  const parts = [...Map.groupBy(lists, ({ of }) => of)].map(([of, some]) => {
    const { table, word, where, type } = places[of]
    const meant = [where, `n.${word} = list.word`, isBehind].filter((one) => one !== undefined)
    return `select found.* from unnest((select ${given(some.map((list) => list.word))}::${type}[])) as list (word) cross join lateral (
        select n.case_id, n.place, n.is_meant and ${conditions.join(' and ')} as is_meant, n.is_cut from (
          select * from (
            select case_id, place, ${others} as is_meant, row_number() over () = ${furthest} or words is null as is_cut from (
              select n.case_id, n.uploaded_at as place, n.words from ${table} n where ${meant.join(' and ')}
              ${inOrder} limit ${furthest}) n ${inOrder}) n
          where is_meant or is_cut ${inOrder} offset 0) n
        ${itself} left join lateral (select * from case_work where case_id = n.case_id offset 0) w on true
        where (n.is_meant and ${conditions.join(' and ')}) or n.is_cut
        order by n.place ${direction}, n.case_id ${direction} limit ${most}) found`
  })
  return `each as materialized (${parts.join(' union all ')}),
    cut as materialized (select place, case_id from each where is_cut ${inOrder} limit 1),
    page as materialized (
      select distinct case_id, place from each
      where is_meant and not exists (select from cut where (each.place, each.case_id) ${beyond} (cut.place, cut.case_id))
      ${inOrder} limit ${most})`
}

const isEnough = (most: number) => `not exists (select from cut) or (select count(*) from page) >= ${most}`

/** How many there are, counted no further than `most`. */
export async function countCases(
  db: Queryable,
  filter: CaseFilter,
  { most, ...asked }: { sight: Sight; today: string; barred: readonly string[]; most: number },
): Promise<number> {
  const narrowed = await narrow(db, filter, { isListed: false })
  const { ids, common } = narrowed
  if (ids?.length === 0) return 0
  const values: unknown[] = [most]
  const given = (value: unknown) => `$${values.push(value)}`
  const isFound = ids === undefined && common.length > 0
  const rest = isFound ? { ...narrowed, common: [] } : narrowed
  const conditions = conditionsOf(filter, { ...asked, narrowed: rest }, given)
  if (isFound) conditions.push(`c.words @@ (select ${given(wordsQuery(common))}::tsquery)`)
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from (
       select from cases c left join case_work w using (case_id) where ${conditions.join(' and ')} limit $1
     ) as counted`,
    values,
  )
  return row?.count ?? 0
}

/** What is left to ask of a case once the few that are meant were looked up, where they are few. */
type Narrowed = Named & { assignee: string | undefined; sensitivity: number | undefined }

/** In the order of an index, which the planner then reads: for one value alone it may read the whole table. */
const lookups = {
  status: `select case_id from case_work where status between $1 and $1 order by status, case_id`,
  docket: `select case_id from case_work where docket between $1 and $1 order by docket, case_id`,
  caseType: `select case_id from cases where case_type between $1 and $1 order by case_type, case_id`,
  isClosed: `select case_id from case_work where is_closed and $1 order by closed_at, case_id`,
  isOpen: `select case_id from case_work where not is_closed and $1 order by docket_date, case_id`,
} as const

/**
 * Rare words, somebody's open tasks, a sensitivity, a status, a docket, a case type, that they are closed or open: looked up
 * first, since the planner cannot know how few cases have them among all, nor where. Where more than so many have them, one
 * in a few does, and they are come upon.
 */
async function narrow(
  db: Queryable,
  { text, assignee, sensitivity, status, docket, caseType, isClosed }: CaseFilter,
  { isListed }: { isListed: boolean },
): Promise<Narrowed> {
  const few = async (statement: string, value: unknown) => {
    const [row] = await db.rows<{ ids: string[] | null }>(
      `select case when count(*) <= ${mostNarrowed} then coalesce(array_agg(case_id), '{}') end as ids
       from (${statement} limit ${mostNarrowed + 1}) as few`,
      [value],
    )
    return row?.ids ? new Set(row.ids) : undefined
  }
  const named = await findNamed(db, text)
  const among = (its: ReadonlySet<string>, ids = named.ids) =>
    ids ? ids.filter((id) => its.has(id)) : [...its]
  const assigned =
    assignee === undefined || named.ids?.length === 0
      ? undefined
      : await few(`select case_id from queue_entries where assignee = any((select $1::text[])::text[])`, [
          `person:${assignee}`,
          `team:${assignee}`,
        ])
  const ids = assigned ? among(assigned) : named.ids
  const narrowed = { ids, common: named.common, assignee: assigned ? undefined : assignee, sensitivity }
  if (ids || named.common.length > 0) return narrowed
  const asked = {
    ...{ status, docket, caseType },
    isClosed: isClosed || undefined,
    isOpen: isClosed === false || undefined,
  }
  for (const name of Object.keys(lookups) as (keyof typeof lookups)[]) {
    const its = asked[name] === undefined ? undefined : await few(lookups[name], asked[name])
    if (its) return { ...narrowed, ids: [...its] }
  }
  if (!sensitivity || isListed) return narrowed
  const sensitive = await few(
    `select case_id from case_work where sensitivity > 0 and sensitivity = (select $1::int)`,
    sensitivity,
  )
  return sensitive ? { ...narrowed, ids: [...sensitive], sensitivity: undefined } : narrowed
}

type Asked = {
  sight: Sight
  today: string
  barred: readonly string[]
  narrowed: Narrowed
  isByReceipt?: boolean
}

/** Only what is asked for is in the statement, so that where but a few cases are meant not all are looked through. */
function conditionsOf(
  filter: CaseFilter,
  { sight, today, barred, narrowed, isByReceipt = false }: Asked,
  given: (value: unknown) => string,
): string[] {
  const { status, docket, caseType, isClosed, alias } = filter
  const { receivedFrom, receivedTo, inStepSince } = filter
  const { assignee, sensitivity } = narrowed
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
  // So that cases are come upon in the order asked for, the planner may not join by it.
  if (sensitivity)
    parts.push(`(select s.sensitivity from case_work s where s.case_id = c.case_id) = ${given(sensitivity)}`)
  else if (sensitivity === 0) parts.push('coalesce(w.sensitivity, 0) = 0')
  if (barred.length > 0) parts.push(`c.case_id <> all(${given(barred)})`)
  if (assignee !== undefined) {
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
  parts.push(...isNamed(narrowed, given))
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
