import { shownTo } from './audience.ts'
import { CaseState } from './cases.ts'
import { brought } from './envelope.ts'
import { Standing } from './profile.ts'
import { json, ofCase, type Route, write } from './route.ts'
import { Assignee, taskStatus } from './tasks.ts'
import { CalendarDate, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Why = Type.String({ minLength: 1, maxLength: 2000 })

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
      status: taskStatus,
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

export const routes = {
  docketCase: {
    method: 'POST',
    path: '/cases/{id}/docket',
    tag: 'Work',
    audience: 'integration',
    needs: 'docket',
    summary: 'Put a case on a docket',
    description:
      'What speaks against it is answered with 422, but for roles that may override it with a reason.',
    params: ofCase,
    body: DocketCase,
    answers: { 200: json('Where the case stands now', CaseState) },
    errors: write,
  },
  refuseDocketing: {
    method: 'POST',
    path: '/cases/{id}/docket-refusal',
    tag: 'Work',
    audience: 'integration',
    needs: 'docket',
    summary: 'Refuse to docket a case, for the reasons found',
    params: ofCase,
    body: RefuseDocketing,
    answers: { 200: json('Where the case stands now', CaseState) },
    errors: write,
  },
  explainCase: {
    method: 'GET',
    path: '/cases/{id}/explain',
    tag: 'Cases',
    audience: 'integration',
    needs: 'readTasks',
    trace: { view: 'case' },
    summary: 'How a case came to stand where it stands, and what it waits for',
    params: ofCase,
    answers: { 200: json('The explanation', Explanation) },
    errors: [401, 403, 404],
  },
  checkDocket: {
    method: 'GET',
    path: '/docket/health',
    tag: 'Administration',
    audience: 'integration',
    needs: ['operate', 'administer'],
    summary: 'What should never be so of the work on cases, and is',
    answers: { 200: json('What is broken', DocketHealth) },
    errors: [401, 403],
  },
} as const satisfies Record<string, Route>

const Found = Type.Object({ reason: Type.String(), why: Type.Optional(Type.String()) })

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

export const events = {
  'case.docketed': shownTo(
    'party',
    Type.Object({
      docket: Type.String(),
      docketDate: CalendarDate,
      findings: Type.Array(Found, { description: 'What spoke against it' }),
      override: Type.Optional(Type.String({ description: 'Why it was docketed all the same' })),
      ...brought,
    }),
    { staff: ['findings', 'override', 'isBrought'] },
  ),
  'case.docketingRefused': shownTo('staff', Type.Object({ findings: Type.Array(Found) })),
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
}
