import { shownTo } from './audience.ts'
import { channel, postmarkDate } from './mail.ts'
import { Length } from './profile/length.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const Assignee = Type.Object({
  kind: oneOf(['team', 'person']),
  id: Type.String({ description: 'The name of the team, or the ID of the member', examples: ['drafters'] }),
  name: Type.String({ examples: ['Drafters'] }),
})
export type Assignee = Static<typeof Assignee>

const Why = nonBlank(2000, { examples: ['Waiting for the 1994 service records.'] })
const Id = nonEmpty(100)

export const override = Type.Optional(
  nonBlank(2000, {
    description: 'Why you act in the place of whoever holds the task; ignored if you hold it',
    examples: ['Judge Alvarez is on leave until the statutory deadline has passed.'],
  }),
)

const Instruction = nonBlank(10_000, { examples: ['Please request the 1994 service records.'] })

export const taskStatus = oneOf(['assigned', 'inProgress', 'onHold', 'completed', 'cancelled', 'moved'], {
  description: '`moved`: it goes on as a task of the case that goes on with a substitute',
})

export const taskActionName = oneOf([
  'start',
  'assign',
  'hold',
  'resume',
  'complete',
  'cancel',
  'instruct',
  'openChild',
])

const Choice = Type.Object({
  name: Type.String(),
  label: Type.String(),
  needsNote: Type.Optional(Type.Boolean()),
  needsPerson: Type.Optional(
    Type.Boolean({ description: 'Completing the task requires the next `assignee`' }),
  ),
})

/** What the caller may do with a task, with the choices that each thing has. */
export const TaskActions = Type.Object({
  may: Type.Array(taskActionName),
  override: Type.Array(taskActionName, {
    description: 'Accepted only with `override`, a reason, because somebody else holds the task',
  }),
  outcomes: Type.Array(Choice, {
    description: 'Outcomes to choose from; empty if the task is completed without one',
  }),
  opens: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
    description: 'Task types that may be opened under it',
  }),
  refused: Type.Optional(
    Type.Array(
      Type.Object({
        action: taskActionName,
        outcome: Type.Optional(Type.String()),
        label: Type.Optional(Type.String({ description: 'Display name of the outcome' })),
        why: Type.String(),
      }),
      { description: 'What you may do with the task, and the case does not take now, each with the reason' },
    ),
  ),
  holdDays: Type.Optional(Type.Object({ least: Type.Integer(), most: Type.Integer() })),
  asksNote: Type.Optional(
    Type.String({
      description:
        'Completing it requires a `note`, because what the task is for is not done: the sentence says what is missing. An outcome that requires one for this reason has `needsNote`',
    }),
  ),
  asksScope: Type.Optional(
    Type.Literal(true, {
      description: 'Completing it requires `changes`: the whole case, some issues, or none',
    }),
  ),
})

export const deadlineWhy = Type.String({
  description: 'Why it is this day',
  examples: ['90 days from receipt on June 3, 2026 is Tuesday, September 1, 2026.'],
})

export const Task = shownTo(
  'integration',
  Type.Object({
    id: Type.String(),
    caseId: Type.String(),
    type: Type.String({ examples: ['drafting'] }),
    label: Type.String({ description: 'Display name of the type' }),
    parentId: Type.Optional(Type.String()),
    about: Type.Optional(Type.String({ description: 'The ID of what the task is about' })),
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
    deadlineDay: Type.Optional({
      ...CalendarDate,
      description: 'The day of the deadline in the zone of the board',
    }),
    deadlineWhy: Type.Optional(deadlineWhy),
    onHoldDay: Type.Optional({
      ...CalendarDate,
      description: 'The last day of the hold in the zone of the board',
    }),
    outcome: Type.Optional(Type.String()),
    instructions: Type.Array(Type.Object({ at: Timestamp, by: Type.String(), text: Type.String() }), {
      description: 'Append-only',
    }),
    actions: TaskActions,
  }),
  { staff: ['instructions', 'onHoldWhy'] },
)
export type Task = Static<typeof Task>

export const TaskDetail = Type.Object({ task: Task })
export const TaskList = Type.Object({
  tasks: Type.Array(Task, { description: 'Parents come before their children' }),
})
export type TaskList = Static<typeof TaskList>

const TasksQuery = Type.Object({
  open: Type.Optional(Type.Boolean({ description: 'True returns only open tasks; false only closed ones' })),
})

export const newAssignee = Type.Union(
  [Type.Object({ team: Id }, strict), Type.Object({ person: nonEmpty(200) }, strict)],
  { description: 'A team by name, or a person by username or ID', examples: [{ team: 'caseSupport' }] },
)
export type NewAssignee = Static<typeof newAssignee>

export const NewTask = Type.Object(
  {
    parentId: Id,
    type: nonEmpty(60, { examples: ['supportAction'] }),
    assignee: Type.Optional(newAssignee),
    instructions: Type.Optional(Instruction),
  },
  strict,
)
export const AssignTask = Type.Object(
  {
    assignee: newAssignee,
    why: Type.Optional({ ...Why, description: 'Required to take a task from another person' }),
  },
  strict,
)
export const HoldTask = Type.Object({ until: Timestamp, why: Why }, strict)
export const ResumeTask = Type.Object({ why: Type.Optional(Why) }, strict)
export const taskChanges = Type.Union(
  [
    Type.Object({ scope: Type.Literal('case') }, strict),
    Type.Object(
      {
        scope: Type.Literal('issues'),
        issueIds: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
      },
      strict,
    ),
    Type.Object({ scope: Type.Literal('none'), why: Why }, strict),
  ],
  {
    description:
      'What of the case the mail changes; required where the mail type asks for it (`actions.asksScope`), and only there',
    examples: [{ scope: 'case' }],
  },
)
export type TaskChanges = Static<typeof taskChanges>

export const ends = Type.Optional(
  nonEmpty(64, {
    description:
      'The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
)

export const CompleteTask = Type.Object(
  {
    outcome: Type.Optional(nonEmpty(60)),
    note: Type.Optional(nonEmpty(10_000)),
    assignee: Type.Optional(newAssignee),
    override,
    changes: Type.Optional(taskChanges),
    ends,
  },
  { ...strict, examples: [{ outcome: 'assigned', assignee: { person: 'ada' } }] },
)
export const CancelTask = Type.Object({ why: Why, ends }, strict)
export const InstructTask = Type.Object({ text: Instruction }, strict)

export const RouteMail = Type.Object(
  {
    mailType: Type.Optional(
      nonEmpty(60, {
        description: 'Defaults to the mail type suggested by the document type, if there is exactly one',
        examples: ['extensionRequest'],
      }),
    ),
    documentId: Type.Optional({ ...Id, description: 'The document in the case' }),
    receiptDate: Type.Optional({
      ...CalendarDate,
      description:
        'The day on which it came. With it, mail of a type that is to arrive in a window is judged by that window',
    }),
    channel: Type.Optional({ ...channel, description: 'How it came; needs `receiptDate`' }),
    postmarkDate: Type.Optional({
      ...postmarkDate,
      description: `${postmarkDate.description}; needs \`receiptDate\``,
    }),
    instructions: Type.Optional(Instruction),
  },
  {
    ...strict,
    examples: [
      {
        mailType: 'evidenceOrArgument',
        receiptDate: '2026-03-02',
        channel: 'mail',
        postmarkDate: '2026-02-26',
      },
    ],
  },
)
export type RouteMail = Static<typeof RouteMail>

const ofTask = Type.Object({
  ...ofCase.properties,
  taskId: Type.String({ description: 'The ID of the task' }),
})

const changed = json('The updated task', TaskDetail)

export const tag = 'Work'

export const routes = {
  listTasks: {
    method: 'GET',
    path: '/cases/{id}/tasks',
    audience: 'integration',
    needs: 'readTasks',
    trace: { view: 'case' },
    summary: 'List the tasks of a case, with the actions open to the caller',
    params: ofCase,
    query: TasksQuery,
    answers: { 200: json('The tasks', TaskList) },
    servedBy: { call: ['tasks.list', 'id', 'caller', 'query.open'] },
    sdk: {
      call: 'client.tasks.list',
      about: 'List the tasks of a case, parents before children.',
      example: sample`
        for (const { label, status, assignee } of await client.tasks.list(caseId, { open: true })) {
          console.log(label, status, assignee?.name)
        }
      `,
    },
  },
  getTask: {
    method: 'GET',
    path: '/cases/{id}/tasks/{taskId}',
    audience: 'integration',
    needs: 'readTasks',
    trace: { view: 'case' },
    summary: 'Get a task',
    params: ofTask,
    answers: { 200: json('The task', TaskDetail) },
    servedBy: { call: ['tasks.get', 'id', 'taskId', 'caller'] },
    sdk: {
      call: 'client.tasks.get',
      about: 'Get a task, with the actions open to you and their choices.',
      example: sample`
        const { actions } = await client.tasks.get(caseId, taskId)
        console.log(actions.may, actions.outcomes.map(({ label }) => label))
      `,
    },
  },
  openTask: {
    method: 'POST',
    path: '/cases/{id}/tasks',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Open a child task; the parent goes on hold',
    params: ofCase,
    body: NewTask,
    answers: { 201: json('The new task', TaskDetail) },
    servedBy: {
      call: ['tasks.open', 'request', 'id', 'body'],
      answer: ['tasks.get', 'id', 'made', 'caller'],
    },
    sdk: {
      call: 'client.tasks.open',
      takes: ['task'],
      about: 'Open a task under another, which is on hold until the new one is closed.',
      example: sample`
        const { id, assignee } = await client.tasks.open(caseId, {
          parentId: taskId,
          type: 'supportAction',
          instructions: 'Please ask for the 1994 records.',
        })
        console.log(id, assignee?.name)
      `,
    },
  },
  assignTask: {
    method: 'PUT',
    path: '/cases/{id}/tasks/{taskId}/assignee',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Assign a task to a person or team',
    description:
      'Its holder hands it on to somebody who may have it, or back to its team. A supervisor takes it from another person, and says `why`.',
    params: ofTask,
    body: AssignTask,
    answers: { 200: changed },
    servedBy: { command: 'task.assignTask', answer: 'getTask' },
    sdk: {
      call: 'client.tasks.assign',
      takes: ['assignment'],
      about: 'Assign a task to a team, or to a person by username or ID.',
      example: sample`
        await client.tasks.assign(caseId, taskId, { assignee: { team: 'adjudicators' }, why: 'On leave.' })
      `,
    },
  },
  startTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/start',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Start a task',
    params: ofTask,
    answers: { 200: changed },
    errors: [400, 401, 403, 404, 409, 413, 415, 422],
    servedBy: { command: 'task.startTask', answer: 'getTask' },
    sdk: {
      call: 'client.tasks.start',
      example: sample`
        const { status, startedAt } = await client.tasks.start(caseId, taskId)
        console.log(status, startedAt)
      `,
    },
  },
  holdTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/hold',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Put a task on hold until a set time, when it resumes automatically',
    params: ofTask,
    body: HoldTask,
    answers: { 200: changed },
    servedBy: { command: 'task.holdTask', answer: 'getTask' },
    sdk: {
      call: 'client.tasks.hold',
      takes: ['hold'],
      about: 'Put a task on hold until a time, when it resumes automatically.',
      example: sample`
        const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
        await client.tasks.hold(caseId, taskId, { until, why: 'A reply is expected.' })
      `,
    },
  },
  resumeTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/resume',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Resume a task before its hold expires',
    params: ofTask,
    body: ResumeTask,
    answers: { 200: changed },
    servedBy: { command: 'task.resumeTask', answer: 'getTask' },
    sdk: {
      call: 'client.tasks.resume',
      takes: ['why?'],
      about: 'Resume a task before its hold ends.',
      example: sample`
        const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
        await client.tasks.hold(caseId, taskId, { until, why: 'A reply is expected.' })
        await client.tasks.resume(caseId, taskId, 'The reply is here.')
      `,
    },
  },
  completeTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/complete',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Complete a task; its consequences take effect at once',
    description:
      'For its holder: the person, or anyone of the team. A supervisor completes what another person holds with `override`, a reason.',
    params: ofTask,
    body: CompleteTask,
    answers: { 200: changed },
    servedBy: { command: 'task.completeTask', answer: 'getTask' },
    sdk: {
      call: 'client.tasks.complete',
      takes: ['completion?'],
      about:
        'Complete a task, with one of its `actions.outcomes` if it has any. The workflow continues at once. Where something ends, `ends` is the hash of what would end: see `cases.endings`.',
      example: sample`
        await client.tasks.complete(caseId, taskId, { outcome: 'assigned', assignee: { person: username } })
        console.log((await client.cases.state(caseId)).status)
      `,
    },
  },
  cancelTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/cancel',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Cancel a task and its children',
    params: ofTask,
    body: CancelTask,
    answers: { 200: changed },
    servedBy: { command: 'task.cancelTask', answer: 'getTask' },
    sdk: {
      call: 'client.tasks.cancel',
      takes: ['why'],
      about:
        'Cancel a task and its children. If it has any, `ends` is the hash of what would end: see `cases.endings`.',
      example: sample`
        const { id } = await client.tasks.open(caseId, { parentId: taskId, type: 'supportAction' })
        await client.tasks.cancel(caseId, id, 'The records came by themselves.')
      `,
    },
  },
  instructTask: {
    method: 'POST',
    path: '/cases/{id}/tasks/{taskId}/instructions',
    audience: 'integration',
    needs: 'workTasks',
    trace: 'change',
    summary: 'Add an instruction to a task',
    params: ofTask,
    body: InstructTask,
    answers: { 201: changed },
    servedBy: { command: 'task.instructTask', answer: 'getTask' },
    sdk: {
      call: 'client.tasks.instruct',
      takes: ['text'],
      about: 'Add an instruction to a task. Instructions never change.',
      example: sample`
        const { instructions } = await client.tasks.instruct(caseId, taskId, 'Look at page 12 first.')
        console.log(instructions.at(-1)?.by)
      `,
    },
  },
  routeMail: {
    method: 'POST',
    path: '/cases/{id}/mail',
    audience: 'integration',
    needs: 'routeMail',
    trace: 'change',
    summary: 'Route mail: opens a task for the team named in the profile',
    description:
      'Say when it came, and how: mail of a type that is to arrive in a window is judged by that window, with the mailbox rule of the profile. The task and `mail.routed` say whether it was in time, and why.',
    params: ofCase,
    body: RouteMail,
    answers: { 201: json('The opened task', TaskDetail) },
    servedBy: {
      call: ['tasks.routeMail', 'request', 'id', 'body'],
      answer: ['tasks.get', 'id', 'made', 'caller'],
    },
    sdk: {
      call: 'client.tasks.routeMail',
      takes: ['mail'],
      about: 'Route a piece of mail: its task goes to the team named by the profile.',
      example: sample`
        const { label, assignee } = await client.tasks.routeMail(caseId, { mailType: 'extensionRequest' })
        console.log(label, assignee?.name)
      `,
    },
  },
} as const satisfies Record<string, Row>

const about = Type.Optional(
  Type.String({ description: 'The ID of what the task is about: a session, party, document or decision' }),
)
const task = {
  taskId: Type.String(),
  type: Type.String({ description: 'A task type from the profile' }),
  about,
}

const TaskOpened = Type.Object({
  ...task,
  parentId: Type.Optional(Type.String()),
  assignee: Type.Optional(Assignee),
  instructions: Type.Optional(Type.String()),
  sessionId: Type.Optional(
    Type.String({
      description: 'The session that it concerns, where that is not what it is about: it is due before it',
    }),
  ),
  deadline: Type.Optional(Timestamp),
  deadlineWhy: Type.Optional(deadlineWhy),
  usualDeadline: Type.Optional({
    ...Timestamp,
    description: 'When it would be due if it concerned no session, where that is later',
  }),
  usualWhy: Type.Optional({ ...deadlineWhy, description: 'Why it would be due then' }),
  alias: Type.Optional(Type.Object({ source: Type.String(), externalId: Type.String() })),
  continues: Type.Optional(
    Type.String({
      description:
        'The closed task in whose place it stands: since the case was reopened, since its mail was judged anew, or of the case that this one continues',
    }),
  ),
  since: Type.Optional({
    ...Timestamp,
    description: 'When the task that it continues was opened; its age counts from then',
  }),
  isMail: Type.Optional(Type.Literal(true, { description: 'The task it continues was opened by mail' })),
})

const timeliness = Type.Object(
  {
    deadline: Type.String({ description: 'The window of the profile' }),
    isInTime: Type.Boolean(),
    filedOn: { ...CalendarDate, description: 'The day on which it counts as filed, by the mailbox rule' },
    day: Type.Optional({
      ...CalendarDate,
      description: 'The last day of the window; left out while it stands still',
    }),
    why: Type.String(),
  },
  { description: 'Whether it arrived in the window that its mail type is judged by' },
)

const timer = {
  timerId: Type.String(),
  name: Type.String(),
  taskId: Type.Optional(Type.String()),
  about,
}

const reckoned = {
  deadline: Type.Optional(Type.String({ description: 'The deadline of the profile that it stands for' })),
  day: Type.Optional({ ...CalendarDate, description: 'Its last day in the zone of the board' }),
  why: Type.Optional(deadlineWhy),
  from: Type.Optional(
    Type.Object(
      {
        fact: Type.String({ examples: ['receipt'] }),
        day: CalendarDate,
        of: Type.Optional(Type.String({ description: 'The ID of the session or letter' })),
      },
      { description: 'What it runs from' },
    ),
  ),
  extensions: Type.Optional(
    Type.Array(
      Type.Object({
        by: Length,
        counts: Type.Optional(oneOf(['calendarDays', 'workingDays'])),
        why: Type.String(),
      }),
    ),
  ),
  tolls: Type.Optional(
    Type.Array(
      Type.Object(
        { from: CalendarDate, to: Type.Optional(CalendarDate), why: Type.String() },
        {
          description: 'No day is counted from the first on and before the second',
        },
      ),
    ),
  ),
}

export const overriddenActions = ['complete', 'submit', 'return', 'sign'] as const

export const events = {
  'task.opened': shownTo('integration', TaskOpened, { staff: ['instructions'] }),
  'task.assigned': shownTo(
    'integration',
    Type.Object({
      ...task,
      assignee: Assignee,
      status: oneOf(['assigned', 'onHold'], {
        description: 'The new status; a new assignee has not started it',
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
      scope: Type.Optional(
        oneOf(['case', 'issues', 'none'], {
          description: 'What of the case the mail changes, if it was asked',
        }),
      ),
      issueIds: Type.Optional(Type.Array(Type.String(), { description: 'With the scope `issues`' })),
      why: Type.Optional(Type.String({ description: 'With the scope `none`' })),
    }),
    { staff: ['note', 'issueIds', 'why'] },
  ),
  'task.deadlineApproaching': shownTo(
    'integration',
    Type.Object(
      { ...task, deadline: Timestamp, assignee: Type.Optional(Assignee) },
      { description: 'Sent once per deadline of a task, as far ahead as the profile says' },
    ),
  ),
  'override.used': shownTo(
    'integration',
    Type.Object(
      {
        action: oneOf(overriddenActions),
        taskId: Type.Optional(Type.String({ description: 'The task that somebody else held' })),
        type: Type.Optional(Type.String({ description: 'The type of the task' })),
        holder: Type.Optional(Assignee),
        workProductId: Type.Optional(Type.String()),
        why: Type.String(),
      },
      { description: 'Somebody acted in the place of the person who holds the task' },
    ),
    { staff: ['why'] },
  ),
  'task.deadlineMoved': shownTo(
    'integration',
    Type.Object(
      {
        ...task,
        deadline: Timestamp,
        was: Timestamp,
        why: Type.String({ description: 'Why it has moved' }),
        deadlineWhy: Type.Optional(deadlineWhy),
      },
      { description: 'The session that it concerns has another date, or none' },
    ),
    { staff: ['why'] },
  ),
  'task.moved': shownTo('integration', Type.Object({ ...task, parentId: Type.String() })),
  'task.handedOver': shownTo(
    'integration',
    Type.Object(
      {
        ...task,
        goesOn: Type.Object({ caseId: Type.String(), taskId: Type.String() }),
        status: oneOf(['assigned', 'inProgress', 'onHold'], { description: 'As it stood' }),
        until: Type.Optional({ ...Timestamp, description: 'Until when it was on hold' }),
      },
      { description: 'What arrived by mail goes on in the case that goes on with a substitute' },
    ),
  ),
  'task.cancelled': shownTo('integration', Type.Object({ ...task, why: Type.String() }), {
    staff: ['why'],
  }),
  'mail.routed': shownTo(
    'integration',
    Type.Object({
      mailType: Type.String(),
      documentId: Type.Optional(Type.String()),
      taskId: Type.String({ description: 'The opened task' }),
      because: Type.Optional(Type.String({ description: 'The condition of the route taken' })),
      team: Type.Optional(Type.String({ description: 'The team of the route taken' })),
      conditions: Type.Optional(
        Type.Array(Type.String(), {
          description: 'What held of the case, of all that a route may depend on',
        }),
      ),
      receiptDate: Type.Optional({
        ...CalendarDate,
        description: 'The day on which it came, if that was said',
      }),
      channel: Type.Optional(channel),
      postmarkDate: Type.Optional(postmarkDate),
      timeliness: Type.Optional(timeliness),
    }),
  ),
  'mail.judgedAgain': shownTo(
    'integration',
    Type.Object(
      {
        mailType: Type.String(),
        documentId: Type.Optional(Type.String()),
        taskId: Type.String({ description: 'The task that has it' }),
        wasTaskId: Type.Optional(
          Type.String({
            description: 'The closed task that had it, if another is opened to look at it again',
          }),
        ),
        receiptDate: { ...CalendarDate, description: 'The day on which it came, as is known now' },
        was: timeliness,
        timeliness,
        because: Type.String({ description: 'What was corrected' }),
      },
      { description: 'Mail that a window had judged is judged anew, since a day was corrected' },
    ),
  ),
  'timer.set': shownTo(
    'integration',
    Type.Object({
      ...timer,
      due: Type.Optional({ ...Timestamp, description: 'Left out while it stands still' }),
      ...reckoned,
    }),
  ),
  'timer.moved': shownTo(
    'integration',
    Type.Object(
      {
        ...timer,
        ...reckoned,
        due: Type.Optional({ ...Timestamp, description: 'Left out while it stands still' }),
        wasDay: Type.Optional({
          ...CalendarDate,
          description: 'Its last day before; left out if it stood still',
        }),
        because: Type.String({ description: 'Why it has moved' }),
        hadPassed: Type.Optional(Type.Literal(true, { description: 'It had passed by its day before' })),
      },
      { description: 'A deadline has another last day' },
    ),
  ),
  'timer.fired': shownTo(
    'integration',
    Type.Object({ ...timer, deadline: reckoned.deadline, day: reckoned.day }),
  ),
  'timer.cancelled': shownTo('integration', Type.Object({ ...timer, deadline: reckoned.deadline })),
}
