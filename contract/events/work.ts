import Type, { type Static } from 'typebox'
import { shownTo } from '../audience.ts'
import { CalendarDate, Timestamp } from '../text.ts'

export const Assignee = Type.Object({
  kind: Type.Union([Type.Literal('team'), Type.Literal('person')]),
  id: Type.String({ description: 'The name of the team, or the id of the member' }),
  name: Type.String(),
})
export type Assignee = Static<typeof Assignee>

const about = Type.Optional(
  Type.String({ description: 'The id of what it is about: a session, a party, a document' }),
)
const ofTask = {
  taskId: Type.String(),
  type: Type.String({ description: 'What the profile calls it' }),
  about,
}

const TaskOpened = Type.Object({
  ...ofTask,
  parentId: Type.Optional(Type.String()),
  assignee: Type.Optional(Assignee),
  instructions: Type.Optional(Type.String()),
  deadline: Type.Optional(Timestamp),
  alias: Type.Optional(Type.Object({ source: Type.String(), externalId: Type.String() })),
})

const ofTimer = {
  timerId: Type.String(),
  name: Type.String(),
  taskId: Type.Optional(Type.String()),
  about,
}

const Finding = Type.Object({ reason: Type.String(), why: Type.Optional(Type.String()) })

const StateChanged = Type.Object({
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.String(),
  partyFrom: Type.Union([Type.String(), Type.Null()]),
  partyTo: Type.String(),
  why: Type.String({ description: 'A plain sentence' }),
  next: Type.Optional(Type.String()),
  step: Type.String({ description: 'The type of the task that the case stands at' }),
  taskId: Type.Optional(Type.String()),
  enteredStepAt: Timestamp,
})

/** It happened in another system: nothing follows from it here. */
export const brought = { isBrought: Type.Optional(Type.Literal(true)) }

/** What happens to the work on a case: its tasks, its timers, its standing. */
export const workEvents = {
  'case.docketed': shownTo(
    'party',
    Type.Object({
      docket: Type.String(),
      docketDate: CalendarDate,
      findings: Type.Array(Finding, { description: 'What spoke against it' }),
      override: Type.Optional(Type.String({ description: 'Why it was docketed all the same' })),
      ...brought,
    }),
    { staff: ['findings', 'override', 'isBrought'] },
  ),
  'case.docketingRefused': shownTo('staff', Type.Object({ findings: Type.Array(Finding) })),
  'case.closed': shownTo(
    'party',
    Type.Object({
      reason: Type.String(),
      closedAt: Type.Optional({ ...Timestamp, description: 'When, where that was in another system' }),
      outcome: Type.Optional(Type.String({ description: 'How it ended there, in the words of that system' })),
      ...brought,
      workProductId: Type.Optional(Type.String()),
      sessions: Type.Optional(
        Type.Array(Type.String(), { description: 'Sessions that were still to come, and are withdrawn' }),
      ),
      drafts: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Work products that were being written, and are discarded',
        }),
      ),
    }),
    { integration: ['drafts'], staff: ['outcome', 'isBrought'] },
  ),
  'case.reopened': shownTo('staff', Type.Object({ why: Type.String() })),
  /** To a party their own words; and nothing that came of a decision before that is released. */
  'case.stateChanged': shownTo('integration', StateChanged, { party: ['partyTo', 'enteredStepAt'] }),
  'task.opened': shownTo('integration', TaskOpened, { staff: ['instructions'] }),
  'task.assigned': shownTo(
    'integration',
    Type.Object({
      ...ofTask,
      assignee: Assignee,
      status: Type.Union([Type.Literal('assigned'), Type.Literal('onHold')], {
        description: 'What it is from then on: who has it anew has not started it',
      }),
      why: Type.Optional(Type.String()),
    }),
    { staff: ['why'] },
  ),
  'task.started': shownTo('integration', Type.Object(ofTask)),
  'task.held': shownTo(
    'integration',
    Type.Object({ ...ofTask, why: Type.String(), until: Type.Optional(Timestamp) }),
    { staff: ['why'] },
  ),
  'task.resumed': shownTo('integration', Type.Object({ ...ofTask, why: Type.String() }), { staff: ['why'] }),
  'task.instructed': shownTo('integration', Type.Object({ ...ofTask, text: Type.String() }), {
    staff: ['text'],
  }),
  'task.completed': shownTo(
    'integration',
    Type.Object({
      ...ofTask,
      outcome: Type.Optional(Type.String()),
      note: Type.Optional(Type.String()),
      named: Type.Optional(Assignee),
    }),
    { staff: ['note'] },
  ),
  'task.deadlineApproaching': shownTo(
    'integration',
    Type.Object(
      { ...ofTask, deadline: Timestamp, assignee: Type.Optional(Assignee) },
      { description: 'Once for each task with a deadline, as long before it as the profile says' },
    ),
  ),
  'task.moved': shownTo('integration', Type.Object({ ...ofTask, parentId: Type.String() })),
  'task.cancelled': shownTo('integration', Type.Object({ ...ofTask, why: Type.String() }), {
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
  'timer.set': shownTo('integration', Type.Object({ ...ofTimer, due: Timestamp })),
  'timer.fired': shownTo('integration', Type.Object(ofTimer)),
  'timer.cancelled': shownTo('integration', Type.Object(ofTimer)),
}
