import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { NewQueue, QueueChange, QueueList } from './types.ts'

/** A queue and its task count. */
export type CountedQueue = QueueList['queues'][number]

export type TaskPageOptions = QueryOf<'listQueueTasks'> & CallOptions

export function queuesOver({ call, list }: Calls) {
  return {
    /**
     * List your queues and those of your teams, with task counts.
     *
     * @example
     * ```ts
     * for (const { id, name, count } of await client.queues.list()) console.log(id, name, count.tasks)
     * ```
     */
    list: (options?: CallOptions) => call('listQueues', {}, options),

    /**
     * Get a queue.
     *
     * @example
     * ```ts
     * const { name, query, isBuiltIn } = await client.queues.get('mine')
     * console.log(name, query, isBuiltIn)
     * ```
     */
    get: (queueId: string, options?: CallOptions) => call('getQueue', { queueId }, options),

    /**
     * List the tasks in a queue.
     *
     * @example
     * ```ts
     * for await (const { docketNumber, label, ageDays } of client.queues.tasks('mine')) {
     *   console.log(docketNumber, label, ageDays)
     * }
     *
     * const { count, next } = await client.queues.tasks('mine', { count: true, limit: 20 }).page()
     * console.log(count?.tasks, next)
     * ```
     */
    tasks: (queueId: string, options?: TaskPageOptions) => list('listQueueTasks', { queueId }, options),

    /**
     * Take the first task in a queue that waits for one of your teams: it is assigned to you. `null` if none is
     * waiting.
     *
     * @example
     * ```ts
     * const { id } = await client.queues.save({ name: 'Drafts to take', query: { types: ['drafting'] } })
     * const task = await client.queues.next(id)
     * console.log(task ? `${task.docketNumber}: ${task.label}` : 'Nothing waits.')
     * ```
     */
    next: (queueId: string, options?: WriteOptions) => call('takeNextTask', { queueId }, options),

    /**
     * Save a task query as a queue, for yourself or for one of your teams.
     *
     * @example
     * ```ts
     * const { id } = await client.queues.save({
     *   name: 'Overdue drafts',
     *   query: { types: ['drafting'], isOverdue: true, sort: 'deadline' },
     * })
     * console.log(id)
     * ```
     */
    save: (queue: NewQueue, options?: WriteOptions) => call('saveQueue', { body: queue }, options),

    /**
     * Change the name and query of a saved queue.
     *
     * @example
     * ```ts
     * const { id, query } = await client.queues.save({ name: 'Letters', query: { types: ['letter'] } })
     * await client.queues.change(id, { name: 'Old letters', query: { ...query, leastAgeDays: 60 } })
     * ```
     */
    change: (queueId: string, queue: QueueChange, options?: WriteOptions) =>
      call('changeQueue', { queueId, body: queue }, options),

    /**
     * Remove a saved queue. Its tasks are unaffected.
     *
     * @example
     * ```ts
     * const { id } = await client.queues.save({ name: 'For today', query: { assignees: ['me'] } })
     * await client.queues.remove(id)
     * ```
     */
    remove: (queueId: string, options?: WriteOptions) => call('removeQueue', { queueId }, options),
  }
}

/** Queues are saved task queries: `mine`, `team:<name>` for each of your teams, and your own. */
export type Queues = ReturnType<typeof queuesOver>
