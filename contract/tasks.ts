import Type, { type Static } from 'typebox'
import { shownTo } from './audience.ts'
import { Assignee } from './events/work.ts'
import { Standing } from './profile.ts'
import { CalendarDate, Timestamp } from './text.ts'

const strict = { additionalProperties: false }
const Why = Type.String({ minLength: 1, maxLength: 2000 })
const Id = Type.String({ minLength: 1, maxLength: 100 })

const TaskStatus = Type.Union([
  Type.Literal('assigned'),
  Type.Literal('inProgress'),
  Type.Literal('onHold'),
  Type.Literal('completed'),
  Type.Literal('cancelled'),
])

export const TaskActionName = Type.Union([
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
  may: Type.Array(TaskActionName),
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
    status: TaskStatus,
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

export const TasksQuery = Type.Object({
  open: Type.Optional(Type.Boolean({ description: 'Only those that are open, or only the others' })),
})

export const NewAssignee = Type.Union(
  [
    Type.Object({ team: Id }, strict),
    Type.Object({ person: Type.String({ minLength: 1, maxLength: 200 }) }, strict),
  ],
  { description: 'A team by its name, or a person by username or id', examples: [{ team: 'caseSupport' }] },
)
export type NewAssignee = Static<typeof NewAssignee>

export const NewTask = Type.Object(
  {
    parentId: Id,
    type: Type.String({ minLength: 1, maxLength: 60, examples: ['supportAction'] }),
    assignee: Type.Optional(NewAssignee),
    instructions: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
  },
  strict,
)
export const AssignTask = Type.Object({ assignee: NewAssignee, why: Type.Optional(Why) }, strict)
export const HoldTask = Type.Object({ until: Timestamp, why: Why }, strict)
export const ResumeTask = Type.Object({ why: Type.Optional(Why) }, strict)
export const CompleteTask = Type.Object(
  {
    outcome: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
    assignee: Type.Optional(NewAssignee),
  },
  strict,
)
export const CancelTask = Type.Object({ why: Why }, strict)
export const InstructTask = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 10_000, examples: ['Please ask for the 1994 records.'] }) },
  strict,
)

const Finding = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 60, examples: ['wrongForum'] }), why: Type.Optional(Why) },
  strict,
)

export const DocketCase = Type.Object(
  {
    docket: Type.String({ minLength: 1, maxLength: 60, examples: ['directReview'] }),
    contestedDate: Type.Optional({
      ...CalendarDate,
      description: 'When what is contested was decided: what came too late is found by it',
    }),
    findings: Type.Optional(Type.Array(Finding, { maxItems: 50, description: 'What speaks against it' })),
    override: Type.Optional({ ...Why, description: 'Why it is docketed all the same, for roles that may' }),
  },
  strict,
)
export const RefuseDocketing = Type.Object(
  { findings: Type.Array(Finding, { minItems: 1, maxItems: 50 }) },
  strict,
)

export const Explanation = Type.Object({
  status: Type.String(),
  why: Type.String(),
  standing: Type.Object(
    {
      workflow: Type.String(),
      rule: Type.Integer({ minimum: 0, description: 'Which of the standings of the workflow fits, from 0' }),
      when: Standing.properties.when,
    },
    { description: 'What in the profile gives the case its status' },
  ),
  waitsFor: Type.Array(
    Type.Object({
      taskId: Type.String(),
      type: Type.String(),
      label: Type.String(),
      status: TaskStatus,
      assignee: Type.Union([Assignee, Type.Null()]),
      since: Timestamp,
      until: Type.Optional(Timestamp),
    }),
    { description: 'The open tasks that nothing stands under: what must happen next' },
  ),
  path: Type.Array(
    Type.Object({
      at: Timestamp,
      status: Type.String(),
      why: Type.String(),
      position: Type.Integer(),
      causedBy: Type.Optional(
        Type.Object({ type: Type.String(), at: Timestamp, by: Type.String(), position: Type.Integer() }),
      ),
    }),
    { description: 'How it came to stand there, oldest first: each change and what brought it about' },
  ),
})
export type Explanation = Static<typeof Explanation>

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

export const DocketHealth = Type.Object({
  broken: Type.Array(
    Type.Object({
      invariant: Type.Integer({
        minimum: 1,
        maximum: 12,
        description: 'Which rule is broken; 12: a stored file is missing or changed',
      }),
      caseId: Type.String(),
      subject: Type.String({ description: 'The id of what it is about' }),
      sentence: Type.String(),
    }),
    { description: 'What should never be so and is, at most a hundred of each; none, while all is well' },
  ),
})
export type DocketHealth = Static<typeof DocketHealth>

export const named = {
  DocketHealth,
  RouteMail,
  AssignTask,
  CancelTask,
  CompleteTask,
  DocketCase,
  Explanation,
  HoldTask,
  InstructTask,
  NewTask,
  RefuseDocketing,
  ResumeTask,
  Task,
  TaskActions,
  TaskDetail,
  TaskList,
}
