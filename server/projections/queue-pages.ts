import type { PersonName } from '@portico/contract/appeals'
import type { QueueSort, TaskStatus } from '@portico/contract/queues'
import type { Assignee } from '@portico/contract/tasks'
import type { Queryable } from '../store/db.ts'
import { pageLimit } from '../store/page-limit.ts'
import { priorityOf } from './queue-entries.ts'
import { type Column, keyOf, keyValue, type PlaceKey, type QueuePlace, sorts } from './queue-places.ts'

/** What is asked for, with every name resolved: assignees are `team:<name>` or `person:<id>`. */
export type QueueFilter = {
  isOpen: boolean
  assignees?: readonly string[] | undefined
  types?: readonly string[] | undefined
  statuses?: readonly TaskStatus[] | undefined
  dockets?: readonly string[] | undefined
  caseTypes?: readonly string[] | undefined
  isAdvanced?: boolean | undefined
  isCourtRemand?: boolean | undefined
  dueBefore?: Date | undefined
  dueFrom?: Date | undefined
  openedBefore?: Date | undefined
  mostSensitivity: number
  /** Cases where whoever asks represents somebody: nothing there is work of theirs. */
  barredCaseIds?: readonly string[] | undefined
}

export type QueueRead = {
  filter: QueueFilter
  sort: QueueSort
  isReversed: boolean
  after?: QueuePlace | undefined
  limit: number
}

export type QueueRow = {
  place: QueuePlace
  taskId: string
  caseId: string
  parentId: string | null
  type: string
  status: TaskStatus
  assignee: Assignee | null
  openedAt: Date
  assignedAt: Date | null
  deadline: Date | null
  deadlineWhy: string | null
  holdUntil: Date | null
  holdWhy: string | null
  closedAt: Date | null
  outcome: string | null
  docketNumber: string
  person: PersonName
  caseType: string
  docket: string | null
  advanced: string[]
  isCourtRemand: boolean
}

/** One page in its order. What each assignee has comes by an index in that order, however much it is. */
export async function queuePage(db: Queryable, read: QueueRead): Promise<QueueRow[]> {
  const { text, values } = pageStatement(read, await sourceOf(db, read.filter))
  const rows = await db.rows<PageRow>(text, values)
  return rows
    .slice(0, read.limit)
    .map(({ keys, ...row }) => ({ ...row, place: { keys, taskId: row.taskId } }))
}

/** How many there are, counted no further than `most`. */
export async function countQueue(db: Queryable, filter: QueueFilter, most: number): Promise<number> {
  const { values, given } = parameters()
  const source = await sourceOf(db, filter)
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from (${whole('1', filter, source, given)} limit ${given(most)}) as counted`,
    values,
  )
  return row?.count ?? 0
}

/** Which tasks there are, in no order, and no more than `most`. */
export async function queueTasks(
  db: Queryable,
  filter: QueueFilter,
  most: number,
): Promise<{ caseId: string; taskId: string }[]> {
  const source = await sourceOf(db, filter)
  const { columns } = source
  const { values, given } = parameters()
  return db.rows(
    `${whole(`${columns.caseId} as "caseId", ${columns.taskId} as "taskId"`, filter, source, given)} limit ${given(most)}`,
    values,
  )
}

/** One task as a queue shows it, open or closed. */
export async function findQueueRow(
  db: Queryable,
  caseId: string,
  taskId: string,
): Promise<QueueRow | undefined> {
  const [row] = await db.rows<Omit<QueueRow, 'place'>>(
    `select ${shown} from tasks t join cases c using (case_id) join case_work w using (case_id)
     where case_id = $1 and task_id = $2`,
    [caseId, taskId],
  )
  return row && { ...row, place: { keys: [], taskId } }
}

/** Asked while the case is locked: whether it still waits for somebody of the team. */
export async function isWaitingFor(
  tx: Queryable,
  { caseId, taskId, team }: { caseId: string; taskId: string; team: string },
): Promise<boolean> {
  const rows = await tx.rows(
    `select from queue_entries
     where case_id = $1 and task_id = $2 and assignee = 'team:' || $3 and status = 'assigned'`,
    [caseId, taskId, team],
  )
  return rows.length > 0
}

type PageRow = Omit<QueueRow, 'place'> & { keys: PlaceKey[] }

type Source = {
  from: (filter: QueueFilter, given: Given, scope: Scope | undefined) => string
  columns: Record<Column, string>
}
const openTasks: Source = {
  from: () => 'queue_entries q',
  columns: {
    caseId: 'q.case_id',
    taskId: 'q.task_id',
    assignee: 'q.assignee',
    type: 'q.type',
    status: 'q.status',
    docket: 'q.docket',
    caseType: 'q.case_type',
    priority: 'q.priority',
    docketOrder: 'q.docket_order',
    openedAt: 'q.opened_at',
    deadline: 'q.deadline',
    closedAt: 'null',
    sensitivity: 'q.sensitivity',
  },
}

/** So many tasks are put in order once they were looked up; where there are more, one in a few is meant, and the order is walked. */
const mostSorted = 2000

type Early = { column: 'deadline' | 'openedAt'; before: Date }

/** Up to so many that are past their deadline, or that were opened long ago: of each that holds them, or of each type. */
function earliest(
  { column, before }: Early,
  { scope, most }: { scope: Scope | undefined; most: number },
  given: Given,
) {
  const name = openTasks.columns[column]
  const isOfScope = scope ? `${openTasks.columns[scope.column]} = ${scope.name} and ` : ''
  return `(select * from queue_entries q where ${isOfScope}${name} ${column === 'deadline' ? '<' : '<='} ${given(before)}::timestamptz
    order by ${name} limit ${given(most)}) q`
}

type Scope = { column: Column; name: string }

const fewEarly = (early: Early): Source => ({
  ...openTasks,
  from: (_, given, scope) => earliest(early, { scope, most: mostSorted }, given),
})

const closedTasks: Source = {
  from: () => '(select * from tasks where closed_at is not null) t join case_work w using (case_id)',
  columns: {
    caseId: 'w.case_id',
    taskId: 't.task_id',
    assignee: `(t.assignee_kind || ':' || t.assignee_id)`,
    type: 't.type',
    status: 't.status',
    docket: 'w.docket',
    caseType: 'w.case_type',
    priority: priorityOf('w'),
    docketOrder: 'null',
    openedAt: 't.opened_at',
    deadline: `coalesce(t.deadline, 'infinity')`,
    closedAt: 't.closed_at',
    sensitivity: 'w.sensitivity',
  },
}

type Given = (value: unknown) => string

function parameters(): { values: unknown[]; given: Given } {
  const values: unknown[] = []
  return { values, given: (value) => `$${values.push(value)}` }
}

/** Whoever holds it narrows most, then its type. */
function scopeOf({
  assignees,
  types,
}: QueueFilter): { column: Column; names: readonly string[] } | undefined {
  if (assignees) return { column: 'assignee', names: assignees }
  return types && { column: 'type', names: types }
}

function prioritiesOf({ isAdvanced, isCourtRemand }: QueueFilter): number[] | undefined {
  if (isAdvanced === undefined && isCourtRemand === undefined) return undefined
  return [0, 1, 2, 3].filter(
    (priority) =>
      (isAdvanced === undefined || isAdvanced === priority < 2) &&
      (isCourtRemand === undefined || isCourtRemand === (priority % 2 === 0)),
  )
}

/** Past its deadline, and not waiting for something else: the one definition, for queues and reports. */
export const isOverdue = ({ deadline, status }: { deadline: string; status: string }, now: string) =>
  `${deadline} < ${now} and ${status} <> 'onHold'`

async function sourceOf(db: Queryable, filter: QueueFilter): Promise<Source> {
  const { isOpen, dueBefore, openedBefore } = filter
  if (!isOpen) return closedTasks
  const early: Early[] = [
    ...(dueBefore ? [{ column: 'deadline' as const, before: dueBefore }] : []),
    ...(openedBefore ? [{ column: 'openedAt' as const, before: openedBefore }] : []),
  ]
  for (const one of early) {
    const { values, given } = parameters()
    const { scopes, scope } = scopesOf(filter, given)
    const [row] = await db.rows<{ count: number }>(
      `select count(*)::int as count from ${scopes} ${earliest(one, { scope, most: mostSorted + 1 }, given)}`,
      values,
    )
    if ((row?.count ?? 0) <= mostSorted) return fewEarly(one)
  }
  return openTasks
}

/** Each that holds what is meant, or each type: what one of them has comes by an index of its own. */
function scopesOf(filter: QueueFilter, given: Given): { scopes: string; scope: Scope | undefined } {
  const scope = scopeOf(filter)
  if (!scope) return { scopes: '', scope }
  return {
    scopes: `unnest(${given([...new Set(scope.names)])}::text[]) as s (scope) cross join lateral`,
    scope: { column: scope.column, name: 'scope' },
  }
}

function whole(columns: string, filter: QueueFilter, source: Source, given: Given): string {
  const { scopes, scope } = scopesOf(filter, given)
  const conditions = conditionsOf(filter, source, given)
  if (scope) conditions.push(`${source.columns[scope.column]} = ${scope.name}`)
  return `select part.* from ${scopes}
    (select ${columns} from ${source.from(filter, given, scope)} where ${conditions.join(' and ')}) part`
}

/** Besides the scope. Only what is asked for is in the statement, so that its plan may be kept. */
function conditionsOf(filter: QueueFilter, { columns }: Source, given: Given): string[] {
  const { assignees, types, statuses, dockets, caseTypes, dueBefore, dueFrom, openedBefore } = filter
  const parts: string[] = []
  const among = (column: Column, names: readonly string[] | undefined) => {
    if (names) parts.push(`${columns[column]} = any(${given(names)}::text[])`)
  }
  if (assignees) among('type', types)
  among('status', statuses)
  among('docket', dockets)
  among('caseType', caseTypes)
  const priorities = prioritiesOf(filter)
  if (priorities) parts.push(`${columns.priority} = any(${given(priorities)}::int[])`)
  if (dueBefore) parts.push(isOverdue(columns, `${given(dueBefore)}::timestamptz`))
  if (dueFrom)
    parts.push(`(${columns.deadline} >= ${given(dueFrom)}::timestamptz or ${columns.status} = 'onHold')`)
  if (openedBefore) parts.push(`${columns.openedAt} <= ${given(openedBefore)}::timestamptz`)
  if (filter.barredCaseIds?.length)
    parts.push(`${columns.caseId} <> all(${given(filter.barredCaseIds)}::text[])`)
  return [...parts, `${columns.sensitivity} <= ${given(filter.mostSensitivity)}`]
}

const shown = `task_id as "taskId", case_id as "caseId", t.parent_id as "parentId", t.type, t.status,
      case when t.assignee_id is not null then json_build_object(
        'kind', t.assignee_kind, 'id', t.assignee_id, 'name', t.assignee_name) end as assignee,
      t.opened_at as "openedAt", t.assigned_at as "assignedAt", t.deadline, t.deadline_why as "deadlineWhy",
      t.hold_until as "holdUntil", t.hold_why as "holdWhy", t.closed_at as "closedAt", t.outcome, c.docket_number as "docketNumber",
      c.veteran as person, w.case_type as "caseType", w.docket, w.advanced, w.court_remand as "isCourtRemand"`

function pageStatement(
  { filter, sort, isReversed, after, limit }: QueueRead,
  source: Source,
): { text: string; values: unknown[] } {
  const { values, given } = parameters()
  const { columns } = source
  const keys = sorts[sort]
  const { scopes, scope } = scopesOf(filter, given)
  // The last closed comes first, all else begins with the smallest.
  const isDescending = isReversed !== (sort === 'closed')
  const direction = isDescending ? ' desc' : ''
  const order = [...keys.map((_, index) => `k${index}${direction}`), `task_id${direction}`].join(', ')
  const conditions = conditionsOf(filter, source, given)
  if (scope) conditions.push(`${columns[scope.column]} = ${scope.name}`)
  if (after) {
    const place = [...keys.map(({ column }) => columns[column]), columns.taskId].join(', ')
    const from = keys.map(({ type }, index) => `${given(keyValue(after.keys[index] ?? '', type))}::${type}`)
    conditions.push(`(${place}) ${isDescending ? '<' : '>'} (${[...from, given(after.taskId)].join(', ')})`)
  }
  const rows = pageLimit(limit)
  const part = `
    select ${columns.caseId} as case_id, ${columns.taskId} as task_id,
      ${keys.map(({ column }, index) => `${columns[column]} as k${index}`).join(', ')}
    from ${source.from(filter, given, scope)}
    where ${conditions.join(' and ')}
    order by ${order} limit ${rows}`
  const text = `
    with page as (
      select part.* from ${scopes} (${part}) as part
      order by ${order} limit ${rows}
    )
    select json_build_array(${keys.map(({ type }, index) => keyOf(type, `p.k${index}`)).join(', ')}) as keys,
      ${shown}
    from page p
      join tasks t using (case_id, task_id) join cases c using (case_id) join case_work w using (case_id)
    order by ${[...keys.map((_, index) => `p.k${index}${direction}`), `task_id${direction}`].join(', ')}`
  return { text, values }
}
