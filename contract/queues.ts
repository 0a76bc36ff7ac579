import { limit, next } from './paging.ts'
import { done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { Assignee, deadlineWhy, newAssignee, taskActionName } from './tasks.ts'
import { CalendarDate, commaSeparated, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Word = nonEmpty(60)
const someWords = (description: string) =>
  Type.Optional(Type.Array(Word, { minItems: 1, maxItems: 50, uniqueItems: true, description }))

export const openTaskStatuses = ['assigned', 'inProgress', 'onHold'] as const
export const closedTaskStatuses = ['completed', 'cancelled', 'moved'] as const
const TaskStatus = oneOf([...openTaskStatuses, ...closedTaskStatuses])
export type TaskStatus = Static<typeof TaskStatus>

export const queueSorts = ['priority', 'docket', 'age', 'deadline', 'closed'] as const
export type QueueSort = (typeof queueSorts)[number]

/** Whose tasks: `me`, `myTeams`, `team:<name>`, `person:<id>`, `membersOf:<team>`. */
const Holder = Type.String({
  pattern: '^(me|myTeams|(team|person|membersOf):.{1,100})$',
  description:
    '`me`, `myTeams` (tasks waiting for one of my teams), `team:<name>`, `person:<id>`, or `membersOf:<team>` (tasks held by its members)',
  examples: ['myTeams', 'team:intake'],
})

/** What a queue shows, and in which order. What is not said does not matter. */
export const QueueQuery = Type.Object(
  {
    assignees: Type.Optional(Type.Array(Holder, { minItems: 1, maxItems: 50, uniqueItems: true })),
    types: someWords('Task types'),
    statuses: Type.Optional(
      Type.Array(TaskStatus, {
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        description: 'Either open or closed statuses; defaults to all open ones',
      }),
    ),
    dockets: someWords('Dockets of the cases'),
    caseTypes: someWords('Types of the cases'),
    isAdvanced: Type.Optional(
      Type.Boolean({ description: 'Only cases advanced on the docket; false for only the others' }),
    ),
    isCourtRemand: Type.Optional(
      Type.Boolean({ description: 'Only court remands; false for only the others' }),
    ),
    isOverdue: Type.Optional(
      Type.Boolean({
        description: 'Only overdue tasks; false for only the others. A task on hold is not overdue.',
      }),
    ),
    leastAgeDays: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 36_500, description: 'Minimum age in days' }),
    ),
    sort: Type.Optional(
      oneOf(queueSorts, {
        description:
          '`priority`: court remands and advanced cases first, then by docket number. `docket`: by docket number. `age`: oldest task first. `deadline`: earliest deadline first. `closed`: most recently closed first, for closed tasks only. Defaults to `priority`, or `closed` for closed tasks',
      }),
    ),
    isReversed: Type.Optional(Type.Boolean({ description: 'Reverse the order' })),
  },
  strict,
)
export type QueueQuery = Static<typeof QueueQuery>

const listed = (description: string) =>
  Type.Optional(commaSeparated(description, { minLength: 1, maxLength: 4000 }))

const paging = {
  after: Type.Optional(Type.String({ maxLength: 1000, description: 'The `next` of the previous page' })),
  limit: limit(200, 50),
}

const counted = {
  count: Type.Optional(Type.Boolean({ description: 'Whether to include the total count' })),
}

/** The same question as a query string. */
const TasksQuery = Type.Object({
  assignees: listed('Assignees: `me`, `myTeams`, `team:<name>`, `person:<id>`, `membersOf:<team>`'),
  types: listed('Types of tasks'),
  statuses: listed('`assigned`, `inProgress`, `onHold`; or `completed`, `cancelled`'),
  dockets: listed('Dockets'),
  caseTypes: listed('Types of cases'),
  isAdvanced: QueueQuery.properties.isAdvanced,
  isCourtRemand: QueueQuery.properties.isCourtRemand,
  isOverdue: QueueQuery.properties.isOverdue,
  leastAgeDays: QueueQuery.properties.leastAgeDays,
  sort: QueueQuery.properties.sort,
  isReversed: QueueQuery.properties.isReversed,
  ...counted,
  ...paging,
})
export type TasksQuery = Static<typeof TasksQuery>

const QueuePageQuery = Type.Object({ ...counted, ...paging })

export const QueuedTask = Type.Object({
  id: Type.String(),
  caseId: Type.String(),
  docketNumber: Type.String(),
  caseName: Type.String({ description: 'Name of the person the case is about' }),
  caseType: Type.String(),
  docket: Type.Union([Type.String(), Type.Null()]),
  type: Type.String(),
  label: Type.String({ description: 'Display name of the type' }),
  status: TaskStatus,
  assignee: Type.Union([Assignee, Type.Null()]),
  advanced: Type.Array(Type.String(), { description: 'Why the case is advanced on the docket' }),
  isCourtRemand: Type.Boolean(),
  openedAt: Timestamp,
  assignedAt: Type.Union([Timestamp, Type.Null()]),
  ageDays: Type.Integer({ minimum: 0 }),
  deadline: Type.Optional(Timestamp),
  deadlineDay: Type.Optional({
    ...CalendarDate,
    description: 'The day of the deadline in the zone of the board',
  }),
  deadlineWhy: Type.Optional(deadlineWhy),
  isOverdue: Type.Boolean(),
  onHoldUntil: Type.Optional(Timestamp),
  onHoldDay: Type.Optional({
    ...CalendarDate,
    description: 'The last day of the hold in the zone of the board',
  }),
  onHoldWhy: Type.Optional(Type.String()),
  closedAt: Type.Optional(Timestamp),
  outcome: Type.Optional(Type.String()),
  may: Type.Array(taskActionName, { description: 'What you may do with the task' }),
})
export type QueuedTask = Static<typeof QueuedTask>

const TaskCount = Type.Object({
  tasks: Type.Integer({ minimum: 0 }),
  isExact: Type.Boolean({ description: 'False if there are more than this' }),
})
export type TaskCount = Static<typeof TaskCount>

export const TaskPage = Type.Object({
  tasks: Type.Array(QueuedTask),
  next,
  count: Type.Optional(TaskCount),
})
export type TaskPage = Static<typeof TaskPage>

/** Whose queue it is: kept by one person, or by a team for all its members. */
const QueueOwner = Type.Object(
  {
    kind: oneOf(['person', 'team']),
    id: nonEmpty(100, { description: 'The ID of the member, or the name of the team' }),
  },
  strict,
)
export type QueueOwner = Static<typeof QueueOwner>

const QueueName = nonBlank(100)

const lateDrafts = { name: 'Late drafts', query: { types: ['drafting'], isOverdue: true } }

export const NewQueue = Type.Object(
  {
    name: QueueName,
    team: Type.Optional(
      nonEmpty(100, { description: 'One of your teams to share the queue with; otherwise it is private' }),
    ),
    query: QueueQuery,
  },
  { ...strict, examples: [lateDrafts] },
)

export const QueueChange = Type.Object(
  { name: QueueName, query: QueueQuery },
  { ...strict, examples: [lateDrafts] },
)

export const Queue = Type.Object({
  id: Type.String(),
  name: Type.String(),
  owner: QueueOwner,
  query: QueueQuery,
  isBuiltIn: Type.Boolean({ description: 'Available to everyone; cannot be changed or deleted' }),
  updatedAt: Type.Optional(Timestamp),
})
export type Queue = Static<typeof Queue>

export const QueueAnswer = Type.Object({ queue: Queue })
export const QueueList = Type.Object({
  queues: Type.Array(
    Type.Object(
      { ...Queue.properties, count: TaskCount },
      { description: 'The queue with its number of tasks' },
    ),
  ),
})

export const NextTask = Type.Object({
  task: Type.Union([QueuedTask, Type.Null()], {
    description: 'The task now assigned to you; null if none is waiting',
  }),
})

const TaskReference = Type.Object(
  { caseId: Type.String({ maxLength: 100 }), taskId: Type.String({ maxLength: 100 }) },
  strict,
)

export const mostReassigned = 10_000

export const NewReassignment = Type.Object(
  {
    tasks: Type.Optional(
      Type.Array(TaskReference, { minItems: 1, maxItems: 1000, description: 'The tasks to reassign' }),
    ),
    query: Type.Optional({
      ...QueueQuery,
      description: `Or the open tasks that match this query, up to ${mostReassigned}`,
    }),
    to: newAssignee,
    why: nonBlank(1000),
  },
  { ...strict, examples: [{ query: { types: ['letter'] }, to: { team: 'caseSupport' }, why: 'On leave.' }] },
)
export type NewReassignment = Static<typeof NewReassignment>

/** Many tasks on their way to somebody else, case by case. */
export const Reassignment = Type.Object({
  id: Type.String(),
  to: Assignee,
  why: Type.String(),
  by: Type.String(),
  at: Timestamp,
  tasks: Type.Integer({ minimum: 0 }),
  moved: Type.Integer({ minimum: 0 }),
  waiting: Type.Integer({ minimum: 0 }),
  refused: Type.Array(Type.Object({ ...TaskReference.properties, why: Type.String() }), {
    description: 'The first hundred tasks that could not be reassigned, and why',
  }),
})
export type Reassignment = Static<typeof Reassignment>
export const ReassignmentAnswer = Type.Object({ reassignment: Reassignment })

const ofQueue = Type.Object({
  id: Type.String({ description: '`mine`, `team:<name>`, or the ID of a saved queue', examples: ['mine'] }),
})
const ofReassignment = Type.Object({ id: Type.String({ description: 'The ID of the reassignment' }) })

export const tag = 'Queues'

export const routes = {
  findTasks: {
    method: 'GET',
    path: '/tasks',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'List tasks across cases',
    description:
      'Covers the cases you may see. Returns open tasks unless `statuses` names closed ones, sorted by `priority` by default.',
    query: TasksQuery,
    answers: { 200: json('A page of tasks', TaskPage) },
    sdk: {
      call: 'client.tasks.find',
      isByHand: true,
      about: 'List tasks across all cases you may see.',
      example: sample`
        for await (const { docketNumber, label } of client.tasks.find({ assignees: ['me'], sort: 'deadline' })) {
          console.log(docketNumber, label)
        }

        const { count } = await client.tasks.find({ types: ['drafting'] }, { count: true, limit: 1 }).page()
        console.log(count?.tasks)
      `,
    },
  },
  listQueues: {
    method: 'GET',
    path: '/queues',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'List your queues and those of your teams, with task counts',
    answers: { 200: json('The queues', QueueList) },
    sdk: {
      call: 'client.queues.list',
      example: sample`
        for (const { id, name, count } of await client.queues.list()) console.log(id, name, count.tasks)
      `,
    },
  },
  saveQueue: {
    method: 'POST',
    path: '/queues',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Save a task query as a queue, for yourself or one of your teams',
    body: NewQueue,
    answers: { 201: json('The queue', QueueAnswer) },
    servedBy: { call: ['savedQueues.save', 'request', 'caller', 'body'] },
    sdk: {
      call: 'client.queues.save',
      takes: ['queue'],
      about: 'Save a task query as a queue, for yourself or for one of your teams.',
      example: sample`
        const { id } = await client.queues.save({
          name: 'Overdue drafts',
          query: { types: ['drafting'], isOverdue: true, sort: 'deadline' },
        })
        console.log(id)
      `,
    },
  },
  getQueue: {
    method: 'GET',
    path: '/queues/{id}',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'Get a queue',
    params: ofQueue,
    answers: { 200: json('The queue', QueueAnswer) },
    servedBy: { call: ['savedQueues.find', 'caller', 'id'] },
    sdk: {
      call: 'client.queues.get',
      example: sample`
        const { name, query, isBuiltIn } = await client.queues.get('mine')
        console.log(name, query, isBuiltIn)
      `,
    },
  },
  changeQueue: {
    method: 'PUT',
    path: '/queues/{id}',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Update the name and query of a saved queue',
    params: ofQueue,
    body: QueueChange,
    answers: { 200: json('The updated queue', QueueAnswer) },
    servedBy: { call: ['savedQueues.change', 'caller', 'id', 'body', 'now'] },
    sdk: {
      call: 'client.queues.change',
      takes: ['queue'],
      about: 'Change the name and query of a saved queue.',
      example: sample`
        const { id, query } = await client.queues.save({ name: 'Letters', query: { types: ['letter'] } })
        await client.queues.change(id, { name: 'Old letters', query: { ...query, leastAgeDays: 60 } })
      `,
    },
  },
  removeQueue: {
    method: 'DELETE',
    path: '/queues/{id}',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Delete a saved queue; its tasks are unaffected',
    params: ofQueue,
    answers: { 204: done },
    errors: [401, 403, 404, 422],
    servedBy: { call: ['savedQueues.remove', 'caller', 'id'] },
    sdk: {
      call: 'client.queues.remove',
      about: 'Remove a saved queue. Its tasks are unaffected.',
      example: sample`
        const { id } = await client.queues.save({ name: 'For today', query: { assignees: ['me'] } })
        await client.queues.remove(id)
      `,
    },
  },
  listQueueTasks: {
    method: 'GET',
    path: '/queues/{id}/tasks',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'List the tasks in a queue',
    params: ofQueue,
    query: QueuePageQuery,
    answers: { 200: json('A page of tasks', TaskPage) },
    sdk: {
      call: 'client.queues.tasks',
      example: sample`
        for await (const { docketNumber, label, ageDays } of client.queues.tasks('mine')) {
          console.log(docketNumber, label, ageDays)
        }

        const { count, next } = await client.queues.tasks('mine', { count: true, limit: 20 }).page()
        console.log(count?.tasks, next)
      `,
    },
  },
  takeNextTask: {
    method: 'POST',
    path: '/queues/{id}/next',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Take the next task from a queue',
    description:
      'Assigns you the first task that is waiting for one of your teams. Concurrent callers get different tasks. Returns null if no task is waiting.',
    params: ofQueue,
    answers: { 200: json('The task, now assigned to you', NextTask) },
    sdk: {
      call: 'client.queues.next',
      about:
        'Take the first task in a queue that waits for one of your teams: it is assigned to you. `null` if none is waiting.',
      example: sample`
        const { id } = await client.queues.save({ name: 'Drafts to take', query: { types: ['drafting'] } })
        const task = await client.queues.next(id)
        console.log(task ? \`\${task.docketNumber}: \${task.label}\` : 'Nothing waits.')
      `,
    },
  },
  startReassignment: {
    method: 'POST',
    path: '/reassignments',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Reassign tasks in bulk',
    description:
      'Reassigns the tasks you name, or all open tasks that match a query. Tasks are moved in the background under the same rules as a single reassignment; those that cannot be moved are reported with the reason.',
    body: NewReassignment,
    answers: { 202: json('Accepted; the tasks are being reassigned', ReassignmentAnswer) },
    servedBy: { call: ['reassignments.start', 'request', 'asker', 'body'] },
    sdk: {
      call: 'client.tasks.reassign',
      takes: ['reassignment'],
      about: 'Reassign many tasks in the background: those you name, or all that a query finds now.',
      example: sample`
        const { id, tasks } = await client.tasks.reassign({
          tasks: [{ caseId, taskId }],
          to: { team: 'adjudicators' },
          why: 'On leave.',
        })
        console.log(id, tasks)
      `,
    },
  },
  getReassignment: {
    method: 'GET',
    path: '/reassignments/{id}',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'Get the progress of a bulk reassignment',
    params: ofReassignment,
    answers: { 200: json('The reassignment', ReassignmentAnswer) },
    servedBy: { call: ['reassignments.find', 'id', 'asker'] },
    sdk: {
      call: 'client.tasks.reassignment',
      about: 'Get the progress of a reassignment, and the tasks that could not be moved.',
      example: sample`
        const to = { team: 'adjudicators' }
        const { id } = await client.tasks.reassign({ tasks: [{ caseId, taskId }], to, why: 'On leave.' })
        const { moved, waiting, refused } = await client.tasks.reassignment(id)
        console.log(moved, waiting, refused.map(({ why }) => why))
      `,
    },
  },
} as const satisfies Record<string, Row>
