import { shownTo } from './audience.ts'
import { json, ofCase, type Route, write } from './route.ts'
import { strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const Assignee = Type.Object({
  kind: Type.Union([Type.Literal('team'), Type.Literal('person')]),
  id: Type.String({ description: 'The name of the team, or the id of the member' }),
  name: Type.String(),
})
export type Assignee = Static<typeof Assignee>

const Why = Type.String({ minLength: 1, maxLength: 2000 })
const Id = Type.String({ minLength: 1, maxLength: 100 })

export const taskStatus = Type.Union([
  Type.Literal('assigned'),
  Type.Literal('inProgress'),
  Type.Literal('onHold'),
  Type.Literal('completed'),
  Type.Literal('cancelled'),
])

export const taskActionName = Type.Union([
  Type.Literal('start'),
  Type.Literal('assign'),
  Type.Literal('hold'),
  Type.Literal('resume'),
  Type.Literal('complete'),
  Type.Literal('cancel'),
  Type.Literal('instruct'),
  Type.Literal('openChild'),
])

const Choice = Type.Object({
  name: Type.String(),
  label: Type.String(),
  needsNote: Type.Optional(Type.Boolean()),
  needsPerson: Type.Optional(Type.Boolean({ description: 'Completing it names who goes on, as `assignee`' })),
})

/** What the caller may do with a task, with the choices that each thing has. */
export const TaskActions = Type.Object({
  may: Type.Array(taskActionName),
  outcomes: Type.Array(Choice, { description: 'How it may be completed; where there is none, in one way' }),
  opens: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
    description: 'What may be opened under it',
  }),
  holdDays: Type.Optional(Type.Object({ least: Type.Integer(), most: Type.Integer() })),
})
export type TaskActions = Static<typeof TaskActions>

export const Task = shownTo(
  'integration',
  Type.Object({
    id: Type.String(),
    caseId: Type.String(),
    type: Type.String({ examples: ['drafting'] }),
    label: Type.String({ description: 'What people call its type' }),
    parentId: Type.Optional(Type.String()),
    about: Type.Optional(Type.String({ description: 'The id of what it is about' })),
    status: taskStatus,
    assignee: Type.Union([Assignee, Type.Null()]),
    openedAt: Timestamp,
    openedBy: Type.String(),
    assignedAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    closedAt: Type.Optional(Timestamp),
    onHoldUntil: Type.Optional(Timestamp),
    onHoldWhy: Type.Optional(Type.String()),
    deadline: Type.Optional(Timestamp),
    outcome: Type.Optional(Type.String()),
    instructions: Type.Array(Type.Object({ at: Timestamp, by: Type.String(), text: Type.String() }), {
      description: 'Only added to, never changed',
    }),
    actions: TaskActions,
  }),
  { staff: ['instructions', 'onHoldWhy'] },
)
export type Task = Static<typeof Task>

export const TaskDetail = Type.Object({ task: Task })
export type TaskDetail = Static<typeof TaskDetail>
export const TaskList = Type.Object({
  tasks: Type.Array(Task, { description: 'A parent stands before what is under it' }),
})
export type TaskList = Static<typeof TaskList>

const TasksQuery = Type.Object({
  open: Type.Optional(Type.Boolean({ description: 'Only those that are open, or only the others' })),
})

export const newAssignee = Type.Union(
  [
    Type.Object({ team: Id }, strict),
    Type.Object({ person: Type.String({ minLength: 1, maxLength: 200 }) }, strict),
  ],
  { description: 'A team by its name, or a person by username or id', examples: [{ team: 'caseSupport' }] },
)
export type NewAssignee = Static<typeof newAssignee>

export const NewTask = Type.Object(
  {
    parentId: Id,
    type: Type.String({ minLength: 1, maxLength: 60, examples: ['supportAction'] }),
    assignee: Type.Optional(newAssignee),
    instructions: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
  },
  strict,
)
export const AssignTask = Type.Object({ assignee: newAssignee, why: Type.Optional(Why) }, strict)
export const HoldTask = Type.Object({ until: Timestamp, why: Why }, strict)
export const ResumeTask = Type.Object({ why: Type.Optional(Why) }, strict)
export const CompleteTask = Type.Object(
  {
    outcome: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
    assignee: Type.Optional(newAssignee),
  },
  strict,
)
export const CancelTask = Type.Object({ why: Why }, strict)
export const InstructTask = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 10_000, examples: ['Please ask for the 1994 records.'] }) },
  strict,
)

export const RouteMail = Type.Object(
  {
    mailType: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'What the type of the document suggests, where that is one',
        examples: ['extensionRequest'],
      }),
    ),
    documentId: Type.Optional({ ...Id, description: 'The document of the case that it is' }),
    instructions: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
  },
  { ...strict, examples: [{ mailType: 'extensionRequest' }] },
)

const ofTask = Type.Object({ ...ofCase.properties, taskId: Type.String({ description: 'The task' }) })

const changed = json('The task as it is now', TaskDetail)

export const routes = {
  listTasks: {
    method: 'GET',
    path: '/cases/{id}/tasks',
    tag: 'Work',
    audience: 'integration',
    needs: 'readTasks',
    trace: { view: 'case' },
    summary: 'The tasks of a case, each with what the caller may do with it',
    params: ofCase,
    query: TasksQuery,
    answers: { 200: json('The tasks', TaskList) },
    errors: [400, 401, 403, 404],
  },
  getTask: {
    method: 'GET',
    path: '/cases/{id}/tasks/{taskId}',
    tag: 'Work',
    audience: 'integration',
    needs: 'readTasks',
    trace: { view: 'case' },
    summary: 'One task',
    params: ofTask,
    answers: { 200: json('The task', TaskDetail) },
    errors: [401, 403, 404],
  },
  openTask: {
    method: 'POST',
    path: '/cases/{id}/tasks',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Open a task under another, which is then on hold',
    params: ofCase,
    body: NewTask,
    answers: { 201: json('The new task', TaskDetail) },
    errors: write,
  },
  assignTask: {
    method: 'PUT',
    path: '/cases/{id}/tasks/{taskId}/assignee',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Give a task to a person or a team',
    params: ofTask,
    body: AssignTask,
    answers: { 200: changed },
    errors: write,
  },
  startTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/start',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Begin to work on a task',
    params: ofTask,
    answers: { 200: changed },
    errors: write,
  },
  holdTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/hold',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Put a task on hold until a time, when it goes on by itself',
    params: ofTask,
    body: HoldTask,
    answers: { 200: changed },
    errors: write,
  },
  resumeTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/resume',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Take a task up again before its time on hold is over',
    params: ofTask,
    body: ResumeTask,
    answers: { 200: changed },
    errors: write,
  },
  completeTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/complete',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Complete a task; what follows from it happens at once',
    params: ofTask,
    body: CompleteTask,
    answers: { 200: changed },
    errors: write,
  },
  cancelTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/cancel',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Cancel a task and what stands under it',
    params: ofTask,
    body: CancelTask,
    answers: { 200: changed },
    errors: write,
  },
  instructTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/instructions',
    tag: 'Work',
    audience: 'integration',
    needs: 'workTasks',
    summary: 'Add an instruction to a task',
    params: ofTask,
    body: InstructTask,
    answers: { 201: changed },
    errors: write,
  },
  routeMail: {
    method: 'POST',
    path: '/cases/{id}/mail',
    tag: 'Work',
    audience: 'integration',
    needs: 'routeMail',
    summary: 'Route a piece of mail: its task goes to the team that the profile says',
    params: ofCase,
    body: RouteMail,
    answers: { 201: json('The task that it opened', TaskDetail) },
    errors: write,
  },
} as const satisfies Record<string, Route>

const about = Type.Optional(
  Type.String({ description: 'The id of what it is about: a session, a party, a document' }),
)
const task = {
  taskId: Type.String(),
  type: Type.String({ description: 'What the profile calls it' }),
  about,
}

const TaskOpened = Type.Object({
  ...task,
  parentId: Type.Optional(Type.String()),
  assignee: Type.Optional(Assignee),
  instructions: Type.Optional(Type.String()),
  deadline: Type.Optional(Timestamp),
  alias: Type.Optional(Type.Object({ source: Type.String(), externalId: Type.String() })),
})

const timer = {
  timerId: Type.String(),
  name: Type.String(),
  taskId: Type.Optional(Type.String()),
  about,
}

export const events = {
  'task.opened': shownTo('integration', TaskOpened, { staff: ['instructions'] }),
  'task.assigned': shownTo(
    'integration',
    Type.Object({
      ...task,
      assignee: Assignee,
      status: Type.Union([Type.Literal('assigned'), Type.Literal('onHold')], {
        description: 'What it is from then on: who has it anew has not started it',
      }),
      why: Type.Optional(Type.String()),
    }),
    { staff: ['why'] },
  ),
  'task.started': shownTo('integration', Type.Object(task)),
  'task.held': shownTo(
    'integration',
    Type.Object({ ...task, why: Type.String(), until: Type.Optional(Timestamp) }),
    { staff: ['why'] },
  ),
  'task.resumed': shownTo('integration', Type.Object({ ...task, why: Type.String() }), { staff: ['why'] }),
  'task.instructed': shownTo('integration', Type.Object({ ...task, text: Type.String() }), {
    staff: ['text'],
  }),
  'task.completed': shownTo(
    'integration',
    Type.Object({
      ...task,
      outcome: Type.Optional(Type.String()),
      note: Type.Optional(Type.String()),
      named: Type.Optional(Assignee),
    }),
    { staff: ['note'] },
  ),
  'task.deadlineApproaching': shownTo(
    'integration',
    Type.Object(
      { ...task, deadline: Timestamp, assignee: Type.Optional(Assignee) },
      { description: 'Once for each task with a deadline, as long before it as the profile says' },
    ),
  ),
  'task.moved': shownTo('integration', Type.Object({ ...task, parentId: Type.String() })),
  'task.cancelled': shownTo('integration', Type.Object({ ...task, why: Type.String() }), {
    staff: ['why'],
  }),
  'mail.routed': shownTo(
    'integration',
    Type.Object({
      mailType: Type.String(),
      documentId: Type.Optional(Type.String()),
      taskId: Type.String({ description: 'The task that it opened' }),
      because: Type.Optional(Type.String({ description: 'The condition of the route that was taken' })),
    }),
  ),
  'timer.set': shownTo('integration', Type.Object({ ...timer, due: Timestamp })),
  'timer.fired': shownTo('integration', Type.Object(timer)),
  'timer.cancelled': shownTo('integration', Type.Object(timer)),
}
