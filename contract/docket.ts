import { shownTo } from './audience.ts'
import { CaseState } from './cases.ts'
import { brought } from './envelope.ts'
import { Standing } from './profile.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { sessionKind } from './sessions.ts'
import { Assignee, ends, taskStatus } from './tasks.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Why = nonBlank(2000, { examples: ['The appeal belongs to another forum.'] })

const Finding = Type.Object(
  { reason: nonEmpty(60, { examples: ['wrongForum'] }), why: Type.Optional(Why) },
  strict,
)

export const DocketCase = Type.Object(
  {
    docket: nonEmpty(60, { examples: ['directReview'] }),
    contestedDate: Type.Optional({
      ...CalendarDate,
      description: 'Date of the contested decision; used to find late filings',
    }),
    findings: Type.Optional(Type.Array(Finding, { maxItems: 50, description: 'Reasons against docketing' })),
    override: Type.Optional({
      ...Why,
      description: 'Why the case is docketed despite the findings; requires a role that may override',
    }),
    ends,
  },
  { ...strict, examples: [{ docket: 'directReview' }] },
)
export const RefuseDocketing = Type.Object(
  { findings: Type.Array(Finding, { minItems: 1, maxItems: 50 }), ends },
  strict,
)

export const ReopenCase = Type.Object(
  { why: nonBlank(2000, { examples: ['The withdrawal was about one issue only.'] }) },
  strict,
)

export const Explanation = Type.Object({
  status: Type.String(),
  why: Type.String(),
  standing: Type.Object(
    {
      workflow: Type.String(),
      rule: Type.Integer({
        minimum: 0,
        description: 'Zero-based index of the matching standing in the workflow',
      }),
      when: Standing.properties.when,
    },
    { description: 'The part of the profile that determines the status' },
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
    { description: 'Open tasks with no open child tasks: what must happen next' },
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
    { description: 'Status history, oldest first, with the cause of each change' },
  ),
})
export type Explanation = Static<typeof Explanation>

export const DocketHealth = Type.Object({
  broken: Type.Array(
    Type.Object({
      invariant: Type.Integer({
        minimum: 1,
        maximum: 12,
        description: 'Number of the violated invariant; 12 means that a stored file is missing or altered',
      }),
      caseId: Type.String(),
      subject: Type.String({ description: 'The ID of the affected object' }),
      sentence: Type.String(),
    }),
    { description: 'Violated invariants, up to a hundred of each; empty if all is well' },
  ),
})

export const tag = 'Work'

export const routes = {
  docketCase: {
    method: 'POST',
    path: '/cases/{id}/docket',
    audience: 'integration',
    needs: 'docket',
    trace: 'change',
    summary: 'Docket a case',
    description:
      "Returns 422 if there are reasons against docketing, unless the caller's role may override them and gives a reason.",
    params: ofCase,
    body: DocketCase,
    answers: { 200: json('The new state of the case', CaseState) },
    sdk: {
      call: 'client.cases.docket',
      takes: ['docketing'],
      about:
        'Put a case on a docket. Fails with `stateForbids` if there are objections, unless your role may override them.',
      example: sample`
        const { status, next } = await client.cases.docket(caseId, { docket: 'directReview' })
        console.log(status, next)
      `,
    },
  },
  refuseDocketing: {
    method: 'POST',
    path: '/cases/{id}/docket-refusal',
    audience: 'integration',
    needs: 'docket',
    trace: 'change',
    summary: 'Refuse to docket a case',
    params: ofCase,
    body: RefuseDocketing,
    answers: { 200: json('The new state of the case', CaseState) },
    servedBy: { command: 'work.refuseDocketing', answer: ['cases.state', 'id', 'now'] },
    sdk: {
      call: 'client.cases.refuseDocketing',
      takes: ['findings'],
      about:
        'Refuse to docket a case, with the reason. The case is closed. If more than its intake ends, `ends` is the hash of what would end: see `endings`.',
      example: sample`
        const { status } = await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
        console.log(status)
      `,
    },
  },
  reopenCase: {
    method: 'POST',
    path: '/cases/{id}/reopen',
    audience: 'integration',
    needs: 'reopenCases',
    trace: 'change',
    summary: 'Reopen a case that was ended in error, where it stood before',
    description:
      'Tasks are opened anew as they were, with assignee, deadline and instructions; issues and drafts that ended with the case are back, and its sessions are requested again. The docket place is kept. What was sent stays sent. Returns 422 for an open case, and for one that goes on as another.',
    params: ofCase,
    body: ReopenCase,
    answers: { 200: json('The new state of the case', CaseState) },
    servedBy: { call: ['reopenCase', 'request', 'id', 'body.why'], answer: ['cases.state', 'id', 'now'] },
    sdk: {
      call: 'client.cases.reopen',
      takes: ['why'],
      about:
        'Reopen a case that was ended in error: it stands where it stood before. What was sent stays sent.',
      example: sample`
        await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
        const { status } = await client.cases.reopen(caseId, 'It belongs here after all.')
        console.log(status)
      `,
    },
  },
  explainCase: {
    method: 'GET',
    path: '/cases/{id}/explain',
    tag: 'Cases',
    audience: 'integration',
    needs: 'readTasks',
    trace: { view: 'case' },
    summary: 'Explain the status of a case and what it is waiting for',
    params: ofCase,
    answers: { 200: json('The explanation', Explanation) },
    servedBy: { call: ['cases.explain', 'id'] },
    sdk: {
      call: 'client.cases.explain',
      example: sample`
        const { path: way, waitsFor } = await client.cases.explain(caseId)
        for (const { at, status, causedBy } of way) console.log(at, status, causedBy?.type, causedBy?.by)
        for (const { label, assignee, since } of waitsFor) console.log(label, assignee?.name, since)
      `,
    },
  },
  checkDocket: {
    method: 'GET',
    path: '/docket/health',
    tag: 'Administration',
    audience: 'integration',
    needs: ['operate', 'administer'],
    summary: 'Check the invariants of the docket',
    answers: { 200: json('The violations found', DocketHealth) },
    servedBy: { call: ['docket.brokenInvariants'] },
    sdk: {
      call: 'client.tasks.health',
      about: 'List violated invariants of the work on cases: none, while all is well.',
      example: sample`
        for (const { caseId: brokenId, sentence } of await client.tasks.health()) console.log(brokenId, sentence)
      `,
    },
  },
} as const satisfies Record<string, Row>

const Found = Type.Object({ reason: Type.String(), why: Type.Optional(Type.String()) })

const StateChanged = Type.Object({
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.String(),
  partyFrom: Type.Union([Type.String(), Type.Null()]),
  partyTo: Type.String(),
  why: Type.String({ description: 'The reason for the status, as a sentence' }),
  next: Type.Optional(Type.String()),
  step: Type.String({ description: 'Type of the task the case is at' }),
  taskId: Type.Optional(Type.String()),
  enteredStepAt: Timestamp,
})

export const events = {
  'case.docketed': shownTo(
    'party',
    Type.Object({
      docket: Type.String(),
      docketDate: CalendarDate,
      findings: Type.Array(Found, { description: 'Reasons against docketing' }),
      override: Type.Optional(Type.String({ description: 'Why it was docketed despite the findings' })),
      ...brought,
    }),
    { staff: ['findings', 'override', 'isBrought'] },
  ),
  'case.docketingRefused': shownTo('staff', Type.Object({ findings: Type.Array(Found) })),
  'case.closed': shownTo(
    'party',
    Type.Object({
      reason: Type.String(),
      closedAt: Type.Optional({ ...Timestamp, description: 'When the case was closed in another system' }),
      outcome: Type.Optional(
        Type.String({ description: 'The outcome in the other system, in the terms of that system' }),
      ),
      ...brought,
      workProductId: Type.Optional(Type.String()),
      sessions: Type.Optional(Type.Array(Type.String(), { description: 'Upcoming sessions, now withdrawn' })),
      drafts: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Unfinished work products, now discarded',
        }),
      ),
    }),
    { integration: ['drafts'], staff: ['outcome', 'isBrought'] },
  ),
  'case.reopened': shownTo(
    'staff',
    Type.Object({
      why: Type.String(),
      sessions: Type.Optional(
        Type.Array(Type.Object({ sessionId: Type.String(), kind: sessionKind }), {
          description: 'Sessions withdrawn with the case, which are requested again',
        }),
      ),
      drafts: Type.Optional(
        Type.Array(Type.Object({ workProductId: Type.String(), status: oneOf(['draft', 'inReview']) }), {
          description: 'Work products discarded with the case, which are being written again',
        }),
      ),
      issues: Type.Optional(Type.Array(Type.String(), { description: 'The issue list as it was, in order' })),
      remands: Type.Optional(
        Type.Array(Type.Object({ remandId: Type.String(), issueIds: Type.Array(Type.String()) }), {
          description: 'Remands that ended with the case, which are away again',
        }),
      ),
      stood: Type.Optional(
        Type.Object(
          { step: Type.String(), enteredStepAt: Timestamp },
          { description: 'The step that the case was in; back in it, its age counts from then' },
        ),
      ),
    }),
  ),
  /** To a party their own words, and only where those change: the steps within one status are not theirs. */
  'case.stateChanged': shownTo('integration', StateChanged, { party: ['partyTo'] }),
}
