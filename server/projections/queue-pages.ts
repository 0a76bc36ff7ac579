import type { PersonName } from '@portico/contract/appeals'
import type { QueueSort, TaskStatus } from '@portico/contract/queues'
import type { Assignee } from '@portico/contract/tasks'
import type { Queryable } from '../store/db.ts'
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
  const { filter, after, limit } = read
  const types = sorts[read.sort].map(({ type }) => type)
  const place = after ? [...after.keys.map((key, index) => keyValue(key, types[index])), after.taskId] : []
  const rows = await db.rows<PageRow>(pageStatement(read), [...valuesOf(filter), limit, ...place])
  return rows.map(({ keys, ...row }) => ({ ...row, place: { keys, taskId: row.taskId } }))
}

/** How many there are, counted no further than `most`. */
export async function countQueue(db: Queryable, filter: QueueFilter, most: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from (select ${whole(filter)} limit $12) as counted`,
    [...valuesOf(filter), most],
  )
  return row?.count ?? 0
}

/** Which tasks there are, in no order, and no more than `most`. */
export function queueTasks(
  db: Queryable,
  filter: QueueFilter,
  most: number,
): Promise<{ caseId: string; taskId: string }[]> {
  const { columns } = sourceOf(filter)
  return db.rows(
    `select ${columns.caseId} as "caseId", ${columns.taskId} as "taskId" ${whole(filter)} limit $12`,
    [...valuesOf(filter), most],
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

type Source = { from: string; columns: Record<Column, string> }
const openTasks: Source = {
  from: 'queue_entries q',
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

const closedTasks: Source = {
  from: '(select * from tasks where closed_at is not null) t join case_work w using (case_id)',
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
    deadline: 't.deadline',
    closedAt: 't.closed_at',
    sensitivity: 'w.sensitivity',
  },
}

/** Whoever holds it narrows most, then its type. */
function scopeOf({ assignees, types }: QueueFilter): 'assignee' | 'type' | undefined {
  if (assignees) return 'assignee'
  return types ? 'type' : undefined
}

function valuesOf(filter: QueueFilter): unknown[] {
  const { assignees, types, statuses, dockets, caseTypes, dueBefore, dueFrom, openedBefore } = filter
  const scope = scopeOf(filter)
  return [
    (scope === 'assignee' ? assignees : types) ?? null,
    (scope === 'assignee' ? types : undefined) ?? null,
    statuses ?? null,
    dockets ?? null,
    caseTypes ?? null,
    prioritiesOf(filter) ?? null,
    dueBefore ?? null,
    dueFrom ?? null,
    openedBefore ?? null,
    filter.mostSensitivity,
    filter.barredCaseIds ?? [],
  ]
}

function prioritiesOf({ isAdvanced, isCourtRemand }: QueueFilter): number[] | undefined {
  if (isAdvanced === undefined && isCourtRemand === undefined) return undefined
  return [0, 1, 2, 3].filter(
    (priority) =>
      (isAdvanced === undefined || isAdvanced === priority < 2) &&
      (isCourtRemand === undefined || isCourtRemand === (priority % 2 === 0)),
  )
}

const sourceOf = ({ isOpen }: QueueFilter) => (isOpen ? openTasks : closedTasks)

function whole(filter: QueueFilter): string {
  const source = sourceOf(filter)
  const scope = scopeOf(filter)
  const inScope = scope ? `${source.columns[scope]} = any($1::text[])` : '$1::text[] is null'
  return `from ${source.from} where ${inScope} and ${conditions(source)}`
}

const conditions = ({ columns }: Source) => `($2::text[] is null or ${columns.type} = any($2))
      and ($3::text[] is null or ${columns.status} = any($3))
      and ($4::text[] is null or ${columns.docket} = any($4))
      and ($5::text[] is null or ${columns.caseType} = any($5))
      and ($6::int[] is null or ${columns.priority} = any($6))
      and ($7::timestamptz is null or ${columns.deadline} < $7)
      and ($8::timestamptz is null or ${columns.deadline} is null or ${columns.deadline} >= $8)
      and ($9::timestamptz is null or ${columns.openedAt} <= $9)
      and ${columns.sensitivity} <= $10 and ${columns.caseId} <> all($11::text[])`

const shown = `task_id as "taskId", case_id as "caseId", t.parent_id as "parentId", t.type, t.status,
      case when t.assignee_id is not null then json_build_object(
        'kind', t.assignee_kind, 'id', t.assignee_id, 'name', t.assignee_name) end as assignee,
      t.opened_at as "openedAt", t.assigned_at as "assignedAt", t.deadline, t.hold_until as "holdUntil",
      t.hold_why as "holdWhy", t.closed_at as "closedAt", t.outcome, c.docket_number as "docketNumber",
      c.veteran as person, w.case_type as "caseType", w.docket, w.advanced, w.court_remand as "isCourtRemand"`

function pageStatement({ filter, sort, isReversed, after }: QueueRead): string {
  const source = sourceOf(filter)
  const { columns } = source
  const keys = sorts[sort]
  const scope = scopeOf(filter)
  // The last closed comes first, all else begins with the smallest.
  const isDescending = isReversed !== (sort === 'closed')
  const direction = isDescending ? ' desc' : ''
  const order = [...keys.map((_, index) => `k${index}${direction}`), `task_id${direction}`].join(', ')
  const place = [...keys.map(({ column }) => columns[column]), columns.taskId].join(', ')
  const from = [
    ...keys.map(({ type }, index) => `$${index + 13}::${type}`),
    `$${keys.length + 13}::text`,
  ].join(', ')
  const part = `
    select ${columns.caseId} as case_id, ${columns.taskId} as task_id,
      ${keys.map(({ column }, index) => `${columns[column]} as k${index}`).join(', ')}
    from ${source.from}
    where ${scope ? `${columns[scope]} = scope` : '$1::text[] is null'}
      ${after ? `and (${place}) ${isDescending ? '<' : '>'} (${from})` : ''}
      and ${conditions(source)}
    order by ${order} limit $12`
  return `
    with page as (
      select part.* from ${scope ? `unnest($1::text[]) as s (scope) cross join lateral` : ''} (${part}) as part
      order by ${order} limit $12
    )
    select json_build_array(${keys.map(({ type }, index) => keyOf(type, `p.k${index}`)).join(', ')}) as keys,
      ${shown}
    from page p
      join tasks t using (case_id, task_id) join cases c using (case_id) join case_work w using (case_id)
    order by ${[...keys.map((_, index) => `p.k${index}${direction}`), `task_id${direction}`].join(', ')}`
}
