import { DocketCase, RefuseDocketing } from './docket.ts'
import { EffectuationReport } from './effectuation.ts'
import { IssueRemoval } from './issues.ts'
import { LetterReceipt } from './letters.ts'
import { NewLink } from './links.ts'
import { SettleConflict } from './parties.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { EndSession, sessionKind } from './sessions.ts'
import { Assignee, CompleteTask, taskStatus } from './tasks.ts'
import { nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static, type TProperties } from './type.ts'
import { SignWorkProduct, SubmitWorkProduct } from './work-products.ts'

const Id = nonEmpty(100)

/** A command as it would be sent, but for what it was shown; its path is in the body. */
function sent<Path extends TProperties, Body extends TProperties>(
  path: Path,
  { properties }: { properties: Body },
) {
  const { ends: _, ...body } = properties
  return Type.Optional(Type.Object({ ...path, ...(body as Omit<Body, 'ends'>) }, strict))
}

const bare = { properties: {} }
const workProductId = Id

/** A command that may end something, as it would be sent. */
export const EndingCommand = Type.Object(
  {
    completeTask: sent({ taskId: Id }, CompleteTask),
    cancelTask: sent({ taskId: Id }, bare),
    docketCase: sent({}, DocketCase),
    refuseDocketing: sent({}, RefuseDocketing),
    linkCase: sent({}, NewLink),
    endSession: sent({ sessionId: Id }, EndSession),
    removeIssue: sent({ issueId: Id }, IssueRemoval),
    submitWorkProduct: sent({ workProductId }, SubmitWorkProduct),
    signWorkProduct: sent({ workProductId }, SignWorkProduct),
    discardWorkProduct: sent({ workProductId }, bare),
    recallWorkProduct: sent({ workProductId }, bare),
    retryLetter: sent({ letterId: Id }, bare),
    receiptLetter: sent({ letterId: Id }, LetterReceipt),
    settleConflict: sent({ partyId: nonEmpty(200) }, SettleConflict),
    reportEffectuation: sent({}, EffectuationReport),
  },
  {
    ...strict,
    minProperties: 1,
    maxProperties: 1,
    description: 'One command, with what it would be sent',
    examples: [{ cancelTask: { taskId: 'task_1' } }],
  },
)
export type EndingCommand = Static<typeof EndingCommand>

export const Ending = Type.Object({
  hash: Type.String({
    description: 'Sent as `ends` with the command: 409 if what would end has changed since',
  }),
  isRequired: Type.Boolean({
    description: 'Whether the command needs `ends`: something unfinished would end',
  }),
  case: Type.Optional(
    Type.Object(
      { reason: Type.String(), label: Type.String() },
      { description: 'The case itself would be closed, for this reason' },
    ),
  ),
  issues: Type.Array(
    Type.Object({
      id: Type.String(),
      issueType: Type.String(),
      description: Type.Optional(Type.String()),
      as: oneOf(['withdrawn', 'ineligible', 'moved', 'undecided'], {
        description: '`undecided`: it stays on the closed case without a decision',
      }),
    }),
  ),
  tasks: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      label: Type.String(),
      status: taskStatus,
      assignee: Type.Union([Assignee, Type.Null()]),
      as: Type.Optional(
        Type.Literal('moved', { description: 'It goes on in the case that continues this one' }),
      ),
    }),
    { description: 'Tasks that would be cancelled, or moved to the case that continues this one' },
  ),
  sessions: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: sessionKind,
      startsAt: Type.Optional(Timestamp),
      hasConference: Type.Boolean(),
    }),
    { description: 'Upcoming sessions that would be withdrawn, with their conference' },
  ),
  drafts: Type.Array(Type.Object({ id: Type.String(), status: Type.String() }), {
    description: 'Work products that would be discarded',
  }),
  remands: Type.Optional(
    Type.Array(Type.Object({ id: Type.String() }), {
      description: 'Remands whose work would no longer be awaited',
    }),
  ),
  letters: Type.Array(Type.Object({ id: Type.String(), letter: Type.String(), label: Type.String() }), {
    description: 'Letters not sent yet that would not be sent',
  }),
  holds: Type.Array(Type.Object({ id: Type.String(), startsAt: Timestamp }), {
    description: 'Slots held for this case that would no longer be needed',
  }),
})
export type Ending = Static<typeof Ending>

export const EndingDetail = Type.Object({ ending: Ending })

export const tag = 'Cases'

export const routes = {
  previewEnding: {
    method: 'POST',
    path: '/cases/{id}/endings',
    audience: 'integration',
    needs: {
      dependsOnRequest: [
        'workTasks',
        'docket',
        'linkCases',
        'manageSessions',
        'editIssues',
        'draft',
        'signDecisions',
        'recallDecisions',
        'writeLetters',
        'recordDeliveries',
        'keepParties',
        'reportEffectuation',
      ],
    },
    trace: { view: 'case' },
    summary: 'Ask what a command would end, without changing anything',
    description:
      'Decides the command as if it had been sent, with everything that follows from it, and changes nothing. Refuses what the command would be refused for.',
    params: ofCase,
    body: EndingCommand,
    answers: { 200: json('What would end', EndingDetail) },
    sdk: {
      call: 'client.cases.endings',
      takes: ['command'],
      about:
        'Ask what a command would end, without changing anything: issues, tasks, sessions, drafts, letters and holds. Where something ends, the command has to carry the `hash` of this answer as `ends`.',
      example: sample`
        const { hash, tasks } = await client.cases.endings(caseId, { cancelTask: { taskId } })
        console.log(tasks.map(({ label }) => label))
        await client.tasks.cancel(caseId, taskId, 'Opened by mistake.', { ends: hash })
      `,
    },
  },
} as const satisfies Record<string, Row>
