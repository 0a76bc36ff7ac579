import type { Calls } from './calls.ts'
import type { TaskPageOptions } from './queues.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type {
  AssignTask,
  CompleteTask,
  HoldTask,
  NewReassignment,
  NewTask,
  QueueQuery,
  RouteMail,
} from './types.ts'

export type TasksOptions = QueryOf<'listTasks'> & CallOptions

export function tasksOver({ call, list }: Calls) {
  return {
    /**
     * List the tasks of a case, parents before children.
     *
     * @example
     * ```ts
     * for (const { label, status, assignee } of await client.tasks.list(caseId, { open: true })) {
     *   console.log(label, status, assignee?.name)
     * }
     * ```
     */
    list: (caseId: string, options?: TasksOptions) => call('listTasks', { caseId }, options),

    /**
     * Get a task, with the actions open to you and their choices.
     *
     * @example
     * ```ts
     * const { actions } = await client.tasks.get(caseId, taskId)
     * console.log(actions.may, actions.outcomes.map(({ label }) => label))
     * ```
     */
    get: (caseId: string, taskId: string, options?: CallOptions) =>
      call('getTask', { caseId, taskId }, options),

    /**
     * Open a task under another, which is on hold until the new one is closed.
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
    open: (caseId: string, task: NewTask, options?: WriteOptions) =>
      call('openTask', { caseId, body: task }, options),

    /**
     * Assign a task to a team, or to a person by username or ID.
     *
     * @example
     * ```ts
     * await client.tasks.assign(caseId, taskId, { assignee: { team: 'adjudicators' }, why: 'On leave.' })
     * ```
     */
    assign: (caseId: string, taskId: string, assignment: AssignTask, options?: WriteOptions) =>
      call('assignTask', { caseId, taskId, body: assignment }, options),

    /**
     * Start a task.
     *
     * @example
     * ```ts
     * const { status, startedAt } = await client.tasks.start(caseId, taskId)
     * console.log(status, startedAt)
     * ```
     */
    start: (caseId: string, taskId: string, options?: WriteOptions) =>
      call('startTask', { caseId, taskId }, options),

    /**
     * Put a task on hold until a time, when it resumes automatically.
     *
     * @example
     * ```ts
     * const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
     * await client.tasks.hold(caseId, taskId, { until, why: 'A reply is expected.' })
     * ```
     */
    hold: (caseId: string, taskId: string, hold: HoldTask, options?: WriteOptions) =>
      call('holdTask', { caseId, taskId, body: hold }, options),

    /**
     * Resume a task before its hold ends.
     *
     * @example
     * ```ts
     * const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
     * await client.tasks.hold(caseId, taskId, { until, why: 'A reply is expected.' })
     * await client.tasks.resume(caseId, taskId, 'The reply is here.')
     * ```
     */
    resume: (caseId: string, taskId: string, why?: string, options?: WriteOptions) =>
      call('resumeTask', { caseId, taskId, body: { why } }, options),

    /**
     * Complete a task, with one of its `actions.outcomes` if it has any. The workflow continues at once. Where something
     * ends, `ends` is the hash of what would end: see `cases.endings`.
     *
     * @example
     * ```ts
     * await client.tasks.complete(caseId, taskId, { outcome: 'assigned', assignee: { person: username } })
     * console.log((await client.cases.state(caseId)).status)
     * ```
     */
    complete: (caseId: string, taskId: string, completion: CompleteTask = {}, options?: WriteOptions) =>
      call('completeTask', { caseId, taskId, body: completion }, options),

    /**
     * Cancel a task and its children. If it has any, `ends` is the hash of what would end: see `cases.endings`.
     *
     * @example
     * ```ts
     * const { id } = await client.tasks.open(caseId, { parentId: taskId, type: 'supportAction' })
     * await client.tasks.cancel(caseId, id, 'The records came by themselves.')
     * ```
     */
    cancel: (
      caseId: string,
      taskId: string,
      why: string,
      { ends, ...options }: WriteOptions & { ends?: string } = {},
    ) => call('cancelTask', { caseId, taskId, body: { why, ends } }, options),

    /**
     * Add an instruction to a task. Instructions never change.
     *
     * @example
     * ```ts
     * const { instructions } = await client.tasks.instruct(caseId, taskId, 'Look at page 12 first.')
     * console.log(instructions.at(-1)?.by)
     * ```
     */
    instruct: (caseId: string, taskId: string, text: string, options?: WriteOptions) =>
      call('instructTask', { caseId, taskId, body: { text } }, options),

    /**
     * Route a piece of mail: its task goes to the team named by the profile.
     *
     * @example
     * ```ts
     * const { label, assignee } = await client.tasks.routeMail(caseId, { mailType: 'extensionRequest' })
     * console.log(label, assignee?.name)
     * ```
     */
    routeMail: (caseId: string, mail: RouteMail, options?: WriteOptions) =>
      call('routeMail', { caseId, body: mail }, options),

    /**
     * List tasks across all cases you may see.
     *
     * @example
     * ```ts
     * for await (const { docketNumber, label } of client.tasks.find({ assignees: ['me'], sort: 'deadline' })) {
     *   console.log(docketNumber, label)
     * }
     *
     * const { count } = await client.tasks.find({ types: ['drafting'] }, { count: true, limit: 1 }).page()
     * console.log(count?.tasks)
     * ```
     */
    find: (query: QueueQuery = {}, options?: TaskPageOptions) =>
      list('findTasks', {}, { ...query, ...options }),

    /**
     * Reassign many tasks in the background: those you name, or all that a query finds now.
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
    reassign: (reassignment: NewReassignment, options?: WriteOptions) =>
      call('startReassignment', { body: reassignment }, options),

    /**
     * Get the progress of a reassignment, and the tasks that could not be moved.
     *
     * @example
     * ```ts
     * const to = { team: 'adjudicators' }
     * const { id } = await client.tasks.reassign({ tasks: [{ caseId, taskId }], to, why: 'On leave.' })
     * const { moved, waiting, refused } = await client.tasks.reassignment(id)
     * console.log(moved, waiting, refused.map(({ why }) => why))
     * ```
     */
    reassignment: (reassignmentId: string, options?: CallOptions) =>
      call('getReassignment', { reassignmentId }, options),

    /**
     * List violated invariants of the work on cases: none, while all is well.
     *
     * @example
     * ```ts
     * for (const { caseId: brokenId, sentence } of await client.tasks.health()) console.log(brokenId, sentence)
     * ```
     */
    health: (options?: CallOptions) => call('checkDocket', {}, options),
  }
}

/** The work on a case. The `actions` of a task say what you may do with it. */
export type Tasks = ReturnType<typeof tasksOver>
