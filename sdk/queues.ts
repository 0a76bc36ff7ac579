import { path } from './path.ts'
import type { Call, CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type {
  NewQueue,
  NextTask,
  Queue,
  QueueAnswer,
  QueueChange,
  QueuedTask,
  QueueList,
  TaskPage,
} from './types.ts'

/** A queue, and how many tasks are in it. */
export type CountedQueue = QueueList['queues'][number]

export type TaskPageOptions = CallOptions & {
  /** Tell also how many there are in all. */
  count?: boolean | undefined
  /** The `next` of the page before. */
  after?: string | undefined
  /** At most 200; 50 where it is left out. */
  limit?: number | undefined
}

/** Questions about tasks that are kept: `mine`, `team:<name>` for each of your teams, and those that are saved. */
export type Queues = {
  /**
   * Your queues and those of your teams, with how many tasks are in each.
   *
   * @example
   * ```ts
   * for (const { id, name, count } of await client.queues.list()) console.log(id, name, count.tasks)
   * ```
   */
  list(options?: CallOptions): Promise<CountedQueue[]>

  /**
   * One queue: its name and its question.
   *
   * @example
   * ```ts
   * const { name, query, isBuiltIn } = await client.queues.get('mine')
   * console.log(name, query, isBuiltIn)
   * ```
   */
  get(queueId: string, options?: CallOptions): Promise<Queue>

  /**
   * A page of the tasks in a queue, as of now.
   *
   * @example
   * ```ts
   * const { tasks, count, next } = await client.queues.tasks('mine', { count: true, limit: 20 })
   * for (const { docketNumber, label, ageDays } of tasks) console.log(docketNumber, label, ageDays)
   * console.log(count?.tasks, next)
   * ```
   */
  tasks(queueId: string, options?: TaskPageOptions): Promise<TaskPage>

  /**
   * Takes the first task of a queue that waits for a team of yours: it is assigned to you. `null` where nothing waits.
   *
   * @example
   * ```ts
   * const { id } = await client.queues.save({ name: 'Drafts to take', query: { types: ['drafting'] } })
   * const task = await client.queues.next(id)
   * console.log(task ? `${task.docketNumber}: ${task.label}` : 'Nothing waits.')
   * ```
   */
  next(queueId: string, options?: WriteOptions): Promise<QueuedTask | null>

  /**
   * Keeps a question about tasks as a queue, for yourself or for a team of yours.
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
  save(queue: NewQueue, options?: WriteOptions): Promise<Queue>

  /**
   * Gives a saved queue another name and question.
   *
   * @example
   * ```ts
   * const { id, query } = await client.queues.save({ name: 'Letters', query: { types: ['letter'] } })
   * await client.queues.change(id, { name: 'Old letters', query: { ...query, leastAgeDays: 60 } })
   * ```
   */
  change(queueId: string, queue: QueueChange, options?: WriteOptions): Promise<Queue>

  /**
   * Removes a saved queue. Its tasks stay as they are.
   *
   * @example
   * ```ts
   * const { id } = await client.queues.save({ name: 'For today', query: { assignees: ['me'] } })
   * await client.queues.remove(id)
   * ```
   */
  remove(queueId: string, options?: WriteOptions): Promise<void>
}

export function queuesOver(transport: Transport): Queues {
  const detail = async (call: Call): Promise<Queue> => (await transport.json<QueueAnswer>(call)).queue

  return {
    async list(options) {
      return (await transport.json<QueueList>({ method: 'GET', path: '/queues', options })).queues
    },
    get: async (queueId, options) => detail({ method: 'GET', path: path`/queues/${queueId}`, options }),
    async tasks(queueId, { count, after, limit, ...options } = {}) {
      const query = { count, after, limit }
      return transport.json<TaskPage>({ method: 'GET', path: path`/queues/${queueId}/tasks`, query, options })
    },
    async next(queueId, options) {
      const at = path`/queues/${queueId}/next`
      return (await transport.json<NextTask>({ method: 'POST', path: at, options })).task
    },
    save: (body, options) => detail({ method: 'POST', path: '/queues', body, options }),
    change: async (queueId, body, options) =>
      detail({ method: 'PUT', path: path`/queues/${queueId}`, body, options }),
    async remove(queueId, options) {
      await transport.nothing({ method: 'DELETE', path: path`/queues/${queueId}`, options })
    },
  }
}
