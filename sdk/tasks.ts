import { path } from './path.ts'
import type { TaskPageOptions } from './queues.ts'
import type { Call, CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type {
  AssignTask,
  CompleteTask,
  DocketHealth,
  HoldTask,
  NewReassignment,
  NewTask,
  QueueQuery,
  Reassignment,
  ReassignmentAnswer,
  RouteMail,
  Task,
  TaskDetail,
  TaskList,
  TaskPage,
} from './types.ts'

export type TasksOptions = CallOptions & {
  /** Only those that are open, or only the others. */
  open?: boolean | undefined
}

/** The work on a case: who has what to do. A task tells in `actions` what you may do with it. */
export type Tasks = {
  /**
   * The tasks of a case; a parent stands before what is under it.
   *
   * @example
   * ```ts
   * for (const { label, status, assignee } of await client.tasks.list(caseId, { open: true })) {
   *   console.log(label, status, assignee?.name)
   * }
   * ```
   */
  list(caseId: string, options?: TasksOptions): Promise<Task[]>

  /**
   * One task, with what you may do with it and the choices that each thing has.
   *
   * @example
   * ```ts
   * const { actions } = await client.tasks.get(caseId, taskId)
   * console.log(actions.may, actions.outcomes.map(({ label }) => label))
   * ```
   */
  get(caseId: string, taskId: string, options?: CallOptions): Promise<Task>

  /**
   * Opens a task under another, which is on hold until it is closed.
   *
   * @example
   * ```ts
   * const { id, assignee } = await client.tasks.open(caseId, {
   *   parentId: taskId,
   *   type: 'supportAction',
   *   instructions: 'Please ask for the 1994 records.',
   * })
   * console.log(id, assignee?.name)
   * ```
   */
  open(caseId: string, task: NewTask, options?: WriteOptions): Promise<Task>

  /**
   * Gives a task to a team, or to a person by username or id.
   *
   * @example
   * ```ts
   * await client.tasks.assign(caseId, taskId, { assignee: { team: 'adjudicators' }, why: 'On leave.' })
   * ```
   */
  assign(caseId: string, taskId: string, assignment: AssignTask, options?: WriteOptions): Promise<Task>

  /**
   * Begins to work on a task.
   *
   * @example
   * ```ts
   * const { status, startedAt } = await client.tasks.start(caseId, taskId)
   * console.log(status, startedAt)
   * ```
   */
  start(caseId: string, taskId: string, options?: WriteOptions): Promise<Task>

  /**
   * Puts a task on hold until a time, when it goes on by itself.
   *
   * @example
   * ```ts
   * const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
   * await client.tasks.hold(caseId, taskId, { until, why: 'A reply is expected.' })
   * ```
   */
  hold(caseId: string, taskId: string, hold: HoldTask, options?: WriteOptions): Promise<Task>

  /**
   * Takes a task up again before its time on hold is over.
   *
   * @example
   * ```ts
   * const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
   * await client.tasks.hold(caseId, taskId, { until, why: 'A reply is expected.' })
   * await client.tasks.resume(caseId, taskId, 'The reply is here.')
   * ```
   */
  resume(caseId: string, taskId: string, why?: string, options?: WriteOptions): Promise<Task>

  /**
   * Completes a task, with one of its `actions.outcomes` where it has some. What follows from it happens at once.
   *
   * @example
   * ```ts
   * await client.tasks.complete(caseId, taskId, { outcome: 'assigned', assignee: { person: username } })
   * console.log((await client.cases.state(caseId)).status)
   * ```
   */
  complete(caseId: string, taskId: string, completion?: CompleteTask, options?: WriteOptions): Promise<Task>

  /**
   * Cancels a task and what stands under it.
   *
   * @example
   * ```ts
   * const { id } = await client.tasks.open(caseId, { parentId: taskId, type: 'supportAction' })
   * await client.tasks.cancel(caseId, id, 'The records came by themselves.')
   * ```
   */
  cancel(caseId: string, taskId: string, why: string, options?: WriteOptions): Promise<Task>

  /**
   * Adds an instruction to a task. Instructions are never changed.
   *
   * @example
   * ```ts
   * const { instructions } = await client.tasks.instruct(caseId, taskId, 'Look at page 12 first.')
   * console.log(instructions.at(-1)?.by)
   * ```
   */
  instruct(caseId: string, taskId: string, text: string, options?: WriteOptions): Promise<Task>

  /**
   * Routes a piece of mail: its task goes to the team that the profile says.
   *
   * @example
   * ```ts
   * const { label, assignee } = await client.tasks.routeMail(caseId, { mailType: 'extensionRequest' })
   * console.log(label, assignee?.name)
   * ```
   */
  routeMail(caseId: string, mail: RouteMail, options?: WriteOptions): Promise<Task>

  /**
   * A page of tasks of all cases that you may see: whose they are, of which type, in which state.
   *
   * @example
   * ```ts
   * const { tasks, count } = await client.tasks.find({ assignees: ['me'], sort: 'deadline' }, { count: true })
   * for (const { docketNumber, label, deadline } of tasks) console.log(docketNumber, label, deadline)
   * console.log(count?.tasks)
   * ```
   */
  find(query?: QueueQuery, options?: TaskPageOptions): Promise<TaskPage>

  /**
   * Moves many tasks to somebody else: those that you name, or all that a question finds now. It goes on in the
   * background.
   *
   * @example
   * ```ts
   * const { id, tasks } = await client.tasks.reassign({
   *   tasks: [{ caseId, taskId }],
   *   to: { team: 'adjudicators' },
   *   why: 'On leave.',
   * })
   * console.log(id, tasks)
   * ```
   */
  reassign(reassignment: NewReassignment, options?: WriteOptions): Promise<Reassignment>

  /**
   * How far a reassignment has come, and what could not be moved.
   *
   * @example
   * ```ts
   * const to = { team: 'adjudicators' }
   * const { id } = await client.tasks.reassign({ tasks: [{ caseId, taskId }], to, why: 'On leave.' })
   * const { moved, waiting, refused } = await client.tasks.reassignment(id)
   * console.log(moved, waiting, refused.map(({ why }) => why))
   * ```
   */
  reassignment(reassignmentId: string, options?: CallOptions): Promise<Reassignment>

  /**
   * What should never be so of the work on cases, and is: nothing, while all is well.
   *
   * @example
   * ```ts
   * for (const { caseId: brokenId, sentence } of await client.tasks.health()) console.log(brokenId, sentence)
   * ```
   */
  health(options?: CallOptions): Promise<DocketHealth['broken']>
}

export function tasksOver(transport: Transport): Tasks {
  const detail = async (call: Call): Promise<Task> => (await transport.json<TaskDetail>(call)).task
  const post = async (
    caseId: string,
    taskId: string,
    what: string,
    body: unknown,
    options: WriteOptions | undefined,
  ) => detail({ method: 'POST', path: path`/cases/${caseId}/tasks/${taskId}/${what}`, body, options })

  return {
    async list(caseId, { open, ...options } = {}) {
      const { tasks } = await transport.json<TaskList>({
        method: 'GET',
        path: path`/cases/${caseId}/tasks`,
        query: { open },
        options,
      })
      return tasks
    },
    get: async (caseId, taskId, options) =>
      detail({ method: 'GET', path: path`/cases/${caseId}/tasks/${taskId}`, options }),
    open: async (caseId, body, options) =>
      detail({ method: 'POST', path: path`/cases/${caseId}/tasks`, body, options }),
    assign: async (caseId, taskId, body, options) =>
      detail({ method: 'PUT', path: path`/cases/${caseId}/tasks/${taskId}/assignee`, body, options }),
    start: (caseId, taskId, options) => post(caseId, taskId, 'start', undefined, options),
    hold: (caseId, taskId, hold, options) => post(caseId, taskId, 'hold', hold, options),
    resume: (caseId, taskId, why, options) => post(caseId, taskId, 'resume', { why }, options),
    complete: (caseId, taskId, completion = {}, options) =>
      post(caseId, taskId, 'complete', completion, options),
    cancel: (caseId, taskId, why, options) => post(caseId, taskId, 'cancel', { why }, options),
    instruct: (caseId, taskId, text, options) => post(caseId, taskId, 'instructions', { text }, options),
    routeMail: async (caseId, body, options) =>
      detail({ method: 'POST', path: path`/cases/${caseId}/mail`, body, options }),
    find: (asked = {}, { count, after, limit, ...options } = {}) =>
      transport.json<TaskPage>({
        method: 'GET',
        path: '/tasks',
        query: { ...inWords(asked), count, after, limit },
        options,
      }),
    async reassign(body, options) {
      const call = { method: 'POST', path: '/reassignments', body, options } as const
      return (await transport.json<ReassignmentAnswer>(call)).reassignment
    },
    async reassignment(reassignmentId, options) {
      const at = path`/reassignments/${reassignmentId}`
      return (await transport.json<ReassignmentAnswer>({ method: 'GET', path: at, options })).reassignment
    },
    async health(options) {
      return (await transport.json<DocketHealth>({ method: 'GET', path: '/docket/health', options })).broken
    },
  }
}

/** A question as a query string has it: lists with commas. */
function inWords({ assignees, types, statuses, dockets, caseTypes, ...rest }: QueueQuery) {
  return {
    ...rest,
    assignees: assignees?.join(),
    types: types?.join(),
    statuses: statuses?.join(),
    dockets: dockets?.join(),
    caseTypes: caseTypes?.join(),
  }
}
