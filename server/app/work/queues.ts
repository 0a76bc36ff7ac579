import type { Profile } from '@portico/contract/profile'
import {
  closedTaskStatuses,
  openTaskStatuses,
  type QueuedTask,
  type QueueQuery,
  type QueueSort,
  type TaskCount,
  type TaskPage,
} from '@portico/contract/queues'
import { Refusal } from '../../core/kernel/decider.ts'
import { shortName } from '../../core/party/names.ts'
import { dayShownIn } from '../../core/time/days-in-zone.ts'
import { daysEarlier, wholeDaysSince } from '../../core/time/moments.ts'
import type { TaskAction, Worker } from '../../core/work/actions.ts'
import { taskTypeOf } from '../../core/work/draft.ts'
import {
  countQueue,
  findQueueRow,
  type QueueFilter,
  type QueueRow,
  queuePage,
} from '../../projections/queue-pages.ts'
import { isPlaceOf, type QueuePlace } from '../../projections/queue-places.ts'
import type { Queryable } from '../../store/db.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { cursorOf, partsOf } from './cursor.ts'
import { offersInQueue } from './offers.ts'

type Order = { sort: QueueSort; isReversed: boolean }

/** The caller, and the highest sensitivity they see. */
export type AskingForTasks = Worker & { mostSensitivity: number; barredCaseIds?: readonly string[] }

const mostCounted = 10_000

/** Queues are queries, run when somebody looks. */
export function openQueues({ db, profileFor }: { db: Queryable; profileFor: ProfileFor }) {
  return {
    async page(
      asking: AskingForTasks,
      query: QueueQuery,
      { after, limit = 50, now }: { after?: string | undefined; limit?: number | undefined; now: Date },
    ): Promise<TaskPage> {
      const filter = await filterOf(db, asking, query, now)
      const order = { sort: sortOf(query), isReversed: query.isReversed ?? false }
      const place = after === undefined ? undefined : placeOf(order, after)
      const rows = await queuePage(db, { filter, ...order, after: place, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      const profile = await profileFor(db)
      const offered = await offersInQueue(db, shown, { worker: asking, at: now, profile })
      return {
        tasks: shown.map((row, index) => queuedTask(row, offered[index] ?? [], profile, now)),
        ...(last
          ? { next: cursorOf([order.sort, order.isReversed, last.place.keys, last.place.taskId]) }
          : {}),
      }
    },

    async task(
      asking: Worker,
      { caseId, taskId }: { caseId: string; taskId: string },
      now: Date,
    ): Promise<QueuedTask | null> {
      const row = await findQueueRow(db, caseId, taskId)
      if (!row) return null
      const profile = await profileFor(db)
      const [offered = []] = await offersInQueue(db, [row], { worker: asking, at: now, profile })
      return queuedTask(row, offered, profile, now)
    },

    async count(asking: AskingForTasks, query: QueueQuery, now: Date): Promise<TaskCount> {
      const tasks = await countQueue(db, await filterOf(db, asking, query, now), mostCounted + 1)
      return { tasks: Math.min(tasks, mostCounted), isExact: tasks <= mostCounted }
    },
  }
}

export type Queues = ReturnType<typeof openQueues>

/** The query with every name resolved for the caller. */
export async function filterOf(
  db: Queryable,
  asking: AskingForTasks,
  query: QueueQuery,
  now: Date,
): Promise<QueueFilter> {
  const { statuses, isOverdue, leastAgeDays } = query
  return {
    isOpen: isOpen(query),
    assignees: query.assignees && (await assigneesOf(db, asking, query.assignees)),
    types: query.types,
    statuses,
    dockets: query.dockets,
    caseTypes: query.caseTypes,
    isAdvanced: query.isAdvanced,
    isCourtRemand: query.isCourtRemand,
    dueBefore: isOverdue === true ? now : undefined,
    dueFrom: isOverdue === false ? now : undefined,
    openedBefore: leastAgeDays === undefined ? undefined : daysEarlier(now, leastAgeDays),
    mostSensitivity: asking.mostSensitivity,
    barredCaseIds: asking.barredCaseIds,
  }
}

/** An unanswerable query is refused when saved, not only when run. */
export function refuseUnanswerable(query: QueueQuery): void {
  sortOf(query)
}

export function sortOf(query: QueueQuery): QueueSort {
  const { sort } = query
  if (sort === undefined) return isOpen(query) ? 'priority' : 'closed'
  if (isOpen(query) === (sort === 'closed')) {
    throw new Refusal(
      'invalid',
      'sort must be closed for closed tasks, and anything but closed for open ones.',
    )
  }
  return sort
}

function isOpen({ statuses = [] }: QueueQuery): boolean {
  const closed = statuses.filter((status) =>
    closedTaskStatuses.some((closedTaskStatus) => closedTaskStatus === status),
  )
  if (closed.length > 0 && closed.length < statuses.length) {
    throw new Refusal(
      'invalid',
      `statuses must be either open ones (${openTaskStatuses.join(', ')}) or closed ones (${closedTaskStatuses.join(', ')}).`,
    )
  }
  return closed.length === 0
}

function placeOf({ sort, isReversed }: Order, cursor: string): QueuePlace {
  const [ofSort, ofReversed, keys, taskId] = partsOf(cursor)
  if (ofSort === sort && ofReversed === isReversed && isPlaceOf(sort, { keys, taskId })) {
    return { keys, taskId } as QueuePlace
  }
  throw new Refusal('invalid', 'after must be the next of a page with the same sort.')
}

async function assigneesOf(db: Queryable, { id, teams }: AskingForTasks, holders: readonly string[]) {
  const found = await Promise.all(
    holders.map(async (holder) => {
      if (holder === 'me') return [`person:${id}`]
      if (holder === 'myTeams') return teams.map((team) => `team:${team}`)
      if (!holder.startsWith('membersOf:')) return [holder]
      return membersOf(db, holder.slice('membersOf:'.length))
    }),
  )
  return [...new Set(found.flat())]
}

async function membersOf(db: Queryable, team: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from members where $1 = any(teams) and deactivated_at is null order by id limit 1000`,
    [team],
  )
  return rows.map(({ id }) => `person:${id}`)
}

function queuedTask(row: QueueRow, may: TaskAction[], profile: Profile, now: Date): QueuedTask {
  const { deadline, holdUntil, holdWhy, closedAt, outcome } = row
  const endedAt = closedAt ?? now
  const dayOf = (at: Date) => dayShownIn(at, profile.deadlines.timeZone)
  return {
    id: row.taskId,
    caseId: row.caseId,
    docketNumber: row.docketNumber,
    caseName: shortName(row.person),
    caseType: row.caseType,
    docket: row.docket,
    type: row.type,
    label: taskTypeOf({ profile }, row.type)?.label ?? row.type,
    status: row.status,
    assignee: row.assignee,
    advanced: row.advanced,
    isCourtRemand: row.isCourtRemand,
    openedAt: row.openedAt.toISOString(),
    assignedAt: row.assignedAt?.toISOString() ?? null,
    ageDays: wholeDaysSince(row.openedAt, endedAt),
    isOverdue: deadline !== null && deadline < endedAt && row.status !== 'onHold',
    ...(deadline ? { deadline: deadline.toISOString(), deadlineDay: dayOf(deadline) } : {}),
    ...(row.deadlineWhy ? { deadlineWhy: row.deadlineWhy } : {}),
    ...(holdUntil ? { onHoldUntil: holdUntil.toISOString(), onHoldDay: dayOf(holdUntil) } : {}),
    ...(holdWhy ? { onHoldWhy: holdWhy } : {}),
    ...(closedAt ? { closedAt: closedAt.toISOString() } : {}),
    ...(outcome ? { outcome } : {}),
    may,
  }
}
