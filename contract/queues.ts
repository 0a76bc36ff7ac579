import { closed, oneOf } from './profile/text.ts'
import { done, json, list, type Route, write } from './route.ts'
import { Assignee, newAssignee, taskActionName } from './tasks.ts'
import { Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Word = Type.String({ minLength: 1, maxLength: 60 })
const someWords = (description: string) =>
  Type.Optional(Type.Array(Word, { minItems: 1, maxItems: 50, uniqueItems: true, description }))

export const openTaskStatuses = ['assigned', 'inProgress', 'onHold'] as const
export const closedTaskStatuses = ['completed', 'cancelled'] as const
const TaskStatus = oneOf([...openTaskStatuses, ...closedTaskStatuses])
export type TaskStatus = Static<typeof TaskStatus>

export const queueSorts = ['priority', 'docket', 'age', 'deadline', 'closed'] as const
export type QueueSort = (typeof queueSorts)[number]

/** Whose tasks: `me`, `myTeams`, `team:<name>`, `person:<id>`, `membersOf:<team>`. */
const Holder = Type.String({
  pattern: '^(me|myTeams|(team|person|membersOf):.{1,100})$',
  description:
    '`me`, `myTeams` (what waits for a team of mine), `team:<name>`, `person:<id>`, or `membersOf:<team>` (what its members hold)',
  examples: ['myTeams', 'team:intake'],
})

/** What a queue shows, and in which order. What is not said does not matter. */
export const QueueQuery = Type.Object(
  {
    assignees: Type.Optional(Type.Array(Holder, { minItems: 1, maxItems: 50, uniqueItems: true })),
    types: someWords('Types of tasks'),
    statuses: Type.Optional(
      Type.Array(TaskStatus, {
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        description: 'Either open ones, all of which are shown where nothing is said, or closed ones',
      }),
    ),
    dockets: someWords('Of cases on these dockets'),
    caseTypes: someWords('Of cases of these types'),
    isAdvanced: Type.Optional(
      Type.Boolean({ description: 'Of cases that are advanced on the docket, or not' }),
    ),
    isCourtRemand: Type.Optional(Type.Boolean({ description: 'Of cases that a court sent back, or not' })),
    isOverdue: Type.Optional(
      Type.Boolean({ description: 'With a deadline that has passed; where false, without one that has' }),
    ),
    leastAgeDays: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 36_500, description: 'Opened so many days ago, or more' }),
    ),
    sort: Type.Optional(
      oneOf(
        queueSorts,
        '`priority`: court remands and advanced cases first, then by docket number; `docket`: by docket number alone; `age`: the oldest task first; `deadline`: the soonest first; `closed`: the last closed first, for closed tasks alone. Where it is not said, `priority`, and `closed` for closed tasks.',
      ),
    ),
    isReversed: Type.Optional(Type.Boolean({ description: 'The other way round' })),
  },
  closed,
)
export type QueueQuery = Static<typeof QueueQuery>

const commaSeparated = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 4000, description: `${description}, separated by commas` }),
  )

const paging = {
  after: Type.Optional(Type.String({ maxLength: 1000, description: 'The `next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
}

const counted = {
  count: Type.Optional(Type.Boolean({ description: 'Also how many there are in all' })),
}

/** The same question as a query string. */
const TasksQuery = Type.Object({
  assignees: commaSeparated('Whose: `me`, `myTeams`, `team:<name>`, `person:<id>`, `membersOf:<team>`'),
  types: commaSeparated('Types of tasks'),
  statuses: commaSeparated('`assigned`, `inProgress`, `onHold`; or `completed`, `cancelled`'),
  dockets: commaSeparated('Dockets'),
  caseTypes: commaSeparated('Types of cases'),
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
  caseName: Type.String({ description: 'Whom the case is about' }),
  caseType: Type.String(),
  docket: Type.Union([Type.String(), Type.Null()]),
  type: Type.String(),
  label: Type.String({ description: 'The type, as people read it' }),
  status: TaskStatus,
  assignee: Type.Union([Assignee, Type.Null()]),
  advanced: Type.Array(Type.String(), { description: 'Why the case is advanced on the docket' }),
  isCourtRemand: Type.Boolean(),
  openedAt: Timestamp,
  assignedAt: Type.Union([Timestamp, Type.Null()]),
  ageDays: Type.Integer({ minimum: 0 }),
  deadline: Type.Optional(Timestamp),
  isOverdue: Type.Boolean(),
  onHoldUntil: Type.Optional(Timestamp),
  onHoldWhy: Type.Optional(Type.String()),
  closedAt: Type.Optional(Timestamp),
  outcome: Type.Optional(Type.String()),
  may: Type.Array(taskActionName, { description: 'What you may do with it' }),
})
export type QueuedTask = Static<typeof QueuedTask>

const TaskCount = Type.Object({
  tasks: Type.Integer({ minimum: 0 }),
  isExact: Type.Boolean({ description: 'False where there are more than that' }),
})
export type TaskCount = Static<typeof TaskCount>

export const TaskPage = Type.Object({
  tasks: Type.Array(QueuedTask),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
  count: Type.Optional(TaskCount),
})
export type TaskPage = Static<typeof TaskPage>

/** Whose queue it is: kept by one person, or by a team for all its members. */
const QueueOwner = Type.Object(
  {
    kind: Type.Union([Type.Literal('person'), Type.Literal('team')]),
    id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The id of the member, or the name of the team',
    }),
  },
  closed,
)
export type QueueOwner = Static<typeof QueueOwner>

const QueueName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

const lateDrafts = { name: 'Late drafts', query: { types: ['drafting'], isOverdue: true } }

export const NewQueue = Type.Object(
  {
    name: QueueName,
    team: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'A team of yours that shares it; else it is yours alone',
      }),
    ),
    query: QueueQuery,
  },
  { ...closed, examples: [lateDrafts] },
)

export const QueueChange = Type.Object(
  { name: QueueName, query: QueueQuery },
  { ...closed, examples: [lateDrafts] },
)

export const Queue = Type.Object({
  id: Type.String(),
  name: Type.String(),
  owner: QueueOwner,
  query: QueueQuery,
  isBuiltIn: Type.Boolean({ description: 'Everyone has it; it can be neither changed nor removed' }),
  updatedAt: Type.Optional(Timestamp),
})
export type Queue = Static<typeof Queue>

export const QueueAnswer = Type.Object({ queue: Queue })
export const QueueList = Type.Object({
  queues: Type.Array(
    Type.Object({ ...Queue.properties, count: TaskCount }, { description: 'With how many tasks are in it' }),
  ),
})

export const NextTask = Type.Object({
  task: Type.Union([QueuedTask, Type.Null()], { description: 'Now yours; null where nothing waits' }),
})

const TaskReference = Type.Object(
  { caseId: Type.String({ maxLength: 100 }), taskId: Type.String({ maxLength: 100 }) },
  closed,
)

export const mostReassigned = 10_000

export const NewReassignment = Type.Object(
  {
    tasks: Type.Optional(
      Type.Array(TaskReference, { minItems: 1, maxItems: 1000, description: 'These tasks' }),
    ),
    query: Type.Optional({
      ...QueueQuery,
      description: `Or the open tasks that a queue shows at this moment, at most ${mostReassigned}`,
    }),
    to: newAssignee,
    why: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
  },
  { ...closed, examples: [{ query: { types: ['letter'] }, to: { team: 'caseSupport' }, why: 'On leave.' }] },
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
    description: 'The first hundred that could not be moved, and why',
  }),
})
export type Reassignment = Static<typeof Reassignment>
export const ReassignmentAnswer = Type.Object({ reassignment: Reassignment })

const ofQueue = Type.Object({
  id: Type.String({ description: '`mine`, `team:<name>`, or the id of a saved queue', examples: ['mine'] }),
})
const ofReassignment = Type.Object({ id: Type.String({ description: 'The reassignment' }) })

export const routes = {
  findTasks: {
    method: 'GET',
    path: '/tasks',
    tag: 'Work',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'Tasks of all cases: whose they are, of which type, in which state, in the order you ask for',
    description:
      'Of the cases that you may see. Open tasks, unless `statuses` names closed ones; by `priority` unless you say otherwise.',
    query: TasksQuery,
    answers: { 200: json('A page of tasks', TaskPage) },
    errors: list,
  },
  listQueues: {
    method: 'GET',
    path: '/queues',
    tag: 'Work',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'Your queues and those of your teams, with how many tasks are in each',
    answers: { 200: json('The queues', QueueList) },
    errors: [401, 403],
  },
  saveQueue: {
    method: 'POST',
    path: '/queues',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Keep a question about tasks as a queue, for yourself or for a team of yours',
    body: NewQueue,
    answers: { 201: json('The queue', QueueAnswer) },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  getQueue: {
    method: 'GET',
    path: '/queues/{id}',
    tag: 'Work',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'One queue: its name and its question',
    params: ofQueue,
    answers: { 200: json('The queue', QueueAnswer) },
    errors: [401, 403, 404],
  },
  changeQueue: {
    method: 'PUT',
    path: '/queues/{id}',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Give a saved queue another name and question',
    params: ofQueue,
    body: QueueChange,
    answers: { 200: json('The queue as it is now', QueueAnswer) },
    errors: write,
  },
  removeQueue: {
    method: 'DELETE',
    path: '/queues/{id}',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Remove a saved queue; its tasks stay as they are',
    params: ofQueue,
    answers: { 204: done },
    errors: [401, 403, 404, 422],
  },
  listQueueTasks: {
    method: 'GET',
    path: '/queues/{id}/tasks',
    tag: 'Work',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'The tasks in a queue, as of now',
    params: ofQueue,
    query: QueuePageQuery,
    answers: { 200: json('A page of tasks', TaskPage) },
    errors: [...list, 404],
  },
  takeNextTask: {
    method: 'POST',
    path: '/queues/{id}/next',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Take the first task of a queue that waits for a team of yours',
    description:
      'It is assigned to you. Of several who ask at once each gets another task. Null where nothing waits.',
    params: ofQueue,
    answers: { 200: json('The task, now yours', NextTask) },
    errors: [401, 403, 404, 409, 422],
  },
  startReassignment: {
    method: 'POST',
    path: '/reassignments',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Move many tasks to somebody else',
    description:
      'Either the tasks that you name, or all that a question finds now. Each is moved by the rules that hold for one alone, in the background; what may not be moved is told with the reason.',
    body: NewReassignment,
    answers: { 202: json('Written down; the tasks are on their way', ReassignmentAnswer) },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  getReassignment: {
    method: 'GET',
    path: '/reassignments/{id}',
    tag: 'Work',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'How far a reassignment has come',
    params: ofReassignment,
    answers: { 200: json('The reassignment', ReassignmentAnswer) },
    errors: [401, 403, 404],
  },
} as const satisfies Record<string, Route>
