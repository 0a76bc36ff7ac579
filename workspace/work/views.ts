import type { CountedQueue, QueueQuery } from '@portico/sdk'
import { asksAnything, type WorkSearch } from '../frame/search-params.ts'
import { words } from '../words/work.ts'

/** A view is a query with a name: built in, of a team, or saved. */
export type View = {
  id: string
  name: string
  query: QueueQuery
  count?: CountedQueue['count']
  group: 'mine' | 'teams' | 'saved'
  /** The queue behind it, for taking the next task. */
  queueId?: string
  canRemove?: boolean
}

export const onHold: QueueQuery = { assignees: ['me'], statuses: ['onHold'] }
export const done: QueueQuery = { assignees: ['me'], statuses: ['completed'], sort: 'closed' }

/** Who has no tasks of their own has the views of all. */
export function viewsOf(queues: readonly CountedQueue[], mayWork: boolean): View[] {
  const ofQueue = (queue: CountedQueue, group: View['group']): View => ({
    id: queue.id,
    name: queue.id === 'mine' ? words.mine : queue.name,
    query: queue.query,
    count: queue.count,
    group,
    queueId: queue.id,
    canRemove: !queue.isBuiltIn,
  })
  const mine = queues.filter(({ id }) => id === 'mine').map((queue) => ofQueue(queue, 'mine'))
  const teams = queues.filter(({ id }) => id.startsWith('team:')).map((queue) => ofQueue(queue, 'teams'))
  const saved = queues.filter(({ isBuiltIn }) => !isBuiltIn).map((queue) => ofQueue(queue, 'saved'))
  const own: View[] = [
    ...mine,
    { id: 'hold', name: words.waiting, query: onHold, group: 'mine' },
    { id: 'done', name: words.done, query: done, group: 'mine' },
  ]
  return [
    ...(mayWork ? own : []),
    ...teams,
    { id: 'all', name: words.everyone, query: {}, group: 'teams' },
    ...saved,
  ]
}

export function isFiltered({ view: _view, task: _task, ...filters }: WorkSearch): boolean {
  return asksAnything(filters)
}
