import { Anchor, AnchorCheck, newAnchor } from './anchors.ts'
import { shownTo } from './audience.ts'
import { Actor } from './envelope.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { deadlineWhy } from './tasks.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Id = nonEmpty(100)
const text = (most: number, description: string) => nonBlank(most, { description })

export const remandStatuses = ['sentBack', 'acknowledged', 'workDone', 'returned', 'ended'] as const
export type RemandStatus = (typeof remandStatuses)[number]

/** Whether the work is still to come back. */
export const isAway = (status: RemandStatus): boolean => status !== 'returned' && status !== 'ended'

const RemandKind = oneOf(['board', 'court'], {
  description:
    '`board`: issues that a decision of this case sent back. `court`: issues that a court has sent back to this case',
})

export const instructionResults = ['satisfied', 'notSatisfied'] as const
const Result = oneOf(instructionResults, {
  description: 'Whether the work complies with the instruction in substance',
})

/** What is to be done, as it stands on the remand. */
const Instruction = Type.Object({
  id: Type.String(),
  issueId: Type.Optional(Type.String({ description: 'The issue it is for; absent if it is for all' })),
  text: Type.String(),
  reason: Type.Optional(
    Type.String({ description: 'The reason of the remand it answers, from the profile' }),
  ),
  timing: Type.Optional(Type.String({ description: 'When the reason arose; a timing from the profile' })),
})
export type Instruction = Static<typeof Instruction>

const by = { by: Type.String(), at: Timestamp }

const Answer = Type.Object({
  id: Type.String(),
  anchor: Anchor,
  documentName: Type.String(),
  note: Type.Optional(Type.String()),
  check: AnchorCheck,
  ...by,
})

const CheckedInstruction = shownTo(
  'integration',
  Type.Object({
    ...Instruction.properties,
    answers: Type.Optional(
      Type.Array(Answer, { description: 'The evidence that answers it; only for those who decide' }),
    ),
    judgment: Type.Optional(
      Type.Object(
        { result: Result, why: Type.Optional(Type.String()), ...by },
        { description: 'Whether it is satisfied, as somebody has found; only for those who decide' },
      ),
    ),
    isDealtWith: Type.Optional(
      Type.Boolean({
        description: 'A signed decision has decided all that it is about: it cannot be judged any more',
      }),
    ),
  }),
  { deliberation: ['answers', 'judgment'] },
)

const Place = Type.Object({ name: Type.String(), label: Type.String() })

const Deadline = Type.Object({
  label: Type.String({ description: 'What is due' }),
  due: Type.Optional({ ...Timestamp, description: 'Left out while it stands still' }),
  day: Type.Optional({ ...CalendarDate, description: 'Its last day in the zone of the board' }),
  why: Type.Optional(deadlineWhy),
  taskId: Type.Optional(Type.String({ description: 'The task that has it' })),
})

const mandate = {
  documentId: { ...Id, description: 'The document with the mandate' },
  court: Type.Optional(nonBlank(200, { description: 'The court' })),
  mandateOn: { ...CalendarDate, description: 'The date of the mandate' },
}

export const Remand = shownTo(
  'integration',
  Type.Object({
    id: Type.String(),
    kind: RemandKind,
    status: oneOf(remandStatuses, {
      description:
        '`sentBack`, `acknowledged` and `workDone`: the work is done elsewhere. `returned`: the issues are decided anew here. `ended`: no work is awaited any more',
    }),
    issueIds: Type.Array(Type.String()),
    workProductId: Type.Optional(Type.String({ description: 'The decision that sent the issues back' })),
    to: Type.Optional({ ...Place, description: 'Who does the work' }),
    sentAt: Timestamp,
    adjudicator: Type.Optional({ ...Actor, description: 'Who signed that decision' }),
    mandate: Type.Optional(Type.Object(mandate, { description: 'Of a court' })),
    instructions: Type.Array(CheckedInstruction),
    deadlines: Type.Array(Deadline, { description: 'What is due next, soonest first' }),
    progress: Type.Optional(
      Type.Object({ status: Type.String(), note: Type.Optional(Type.String()), ...by }),
    ),
    returned: Type.Optional(
      shownTo(
        'integration',
        Type.Object({
          receivedOn: CalendarDate,
          documentIds: Type.Array(Type.String(), { description: 'The evidence that came back' }),
          why: Type.Optional(Type.String()),
          goesTo: oneOf(['signer', 'team', 'docket']),
          goesToWhy: Type.Optional(Type.String({ description: 'Why not to the adjudicator who signed' })),
          ...by,
        }),
        { staff: ['goesToWhy'] },
      ),
    ),
    ended: Type.Optional(Type.Object({ how: Type.String(), why: Type.String(), ...by })),
    decidedIn: Type.Optional(
      Type.String({
        description: 'The signed decision that decided its issues anew, or the last that decided some',
      }),
    ),
  }),
  { staff: ['adjudicator'] },
)
export type Remand = Static<typeof Remand>

export const RemandList = Type.Object({ remands: Type.Array(Remand, { description: 'Newest first' }) })
export const RemandDetail = Type.Object({ remand: Remand })

export const RemandProgress = Type.Object(
  {
    status: oneOf(['acknowledged', 'workDone'], { description: 'What the place that does the work reports' }),
    note: Type.Optional(text(2000, 'What it said')),
  },
  { ...strict, examples: [{ status: 'acknowledged' }] },
)
export type RemandProgress = Static<typeof RemandProgress>

export const RemandReturn = Type.Object(
  {
    documentIds: Type.Optional(
      Type.Array(Id, {
        maxItems: 1000,
        uniqueItems: true,
        description: 'Documents of the file with the evidence that came back',
      }),
    ),
    receivedOn: Type.Optional({ ...CalendarDate, description: 'Defaults to today' }),
    why: Type.Optional(text(2000, 'Required if no evidence came back: why the case returns without it')),
  },
  { ...strict, examples: [{ documentIds: ['doc_9'] }] },
)
export type RemandReturn = Static<typeof RemandReturn>

export const NewInstruction = Type.Object(
  {
    text: text(2000, 'What is to be done'),
    issueId: Type.Optional({ ...Id, description: 'If for one issue' }),
  },
  strict,
)

export const CourtRemand = Type.Object(
  {
    ...mandate,
    issueIds: Type.Array(Id, {
      minItems: 1,
      maxItems: 500,
      uniqueItems: true,
      description: 'The issues that the court has sent back',
    }),
    instructions: Type.Array(NewInstruction, {
      minItems: 1,
      maxItems: 100,
      description: 'What the court has ordered, one by one',
    }),
    why: text(2000, 'What the court has decided, as a sentence'),
  },
  {
    ...strict,
    examples: [
      {
        documentId: 'doc_7',
        court: 'Court of Appeals for Veterans Claims',
        mandateOn: '2026-05-05',
        issueIds: ['issue_2'],
        instructions: [{ text: 'Discuss the lay statements of 4 May 2024.' }],
        why: 'The court has vacated the denial and remanded the issue.',
      },
    ],
  },
)
export type CourtRemand = Static<typeof CourtRemand>

export const MandateCorrection = Type.Object(
  {
    mandateOn: mandate.mandateOn,
    why: text(2000, 'Why it is corrected'),
  },
  { ...strict, examples: [{ mandateOn: '2026-05-06', why: 'The date of the judgment was entered.' }] },
)
export type MandateCorrection = Static<typeof MandateCorrection>

export const NewAnswer = Type.Object(
  { ...newAnchor.properties, note: Type.Optional(text(2000, 'What the page shows')) },
  { ...strict, examples: [{ page: 12, quote: 'at least as likely as not' }] },
)
export type NewAnswer = Static<typeof NewAnswer>

export const JudgeInstruction = Type.Object(
  {
    result: Result,
    why: Type.Optional(text(2000, 'Required if it is not satisfied: what is missing')),
  },
  { ...strict, examples: [{ result: 'satisfied' }] },
)
export type JudgeInstruction = Static<typeof JudgeInstruction>

const ofRemand = Type.Object({
  ...ofCase.properties,
  remandId: Type.String({ description: 'The ID of the remand' }),
})
const ofInstruction = Type.Object({ ...ofRemand.properties, instructionId: Type.String() })
const ofAnswer = Type.Object({ ...ofInstruction.properties, answerId: Type.String() })

export const tag = 'Remands'

export const routes = {
  listRemands: {
    method: 'GET',
    path: '/cases/{id}/remands',
    audience: 'integration',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'List the remands of a case, with the checklist of their instructions',
    params: ofCase,
    answers: { 200: json('The remands', RemandList) },
    servedBy: { call: ['remands.list', 'id'] },
    sdk: {
      call: 'client.remands.list',
      about:
        'List the remands of a case, newest first: what was sent back, how far it is, and the checklist of its instructions.',
      example: sample`
        for (const { status, instructions } of await client.remands.list(caseId)) console.log(status, instructions.length)
      `,
    },
  },
  recordCourtRemand: {
    method: 'POST',
    path: '/cases/{id}/remands',
    audience: 'integration',
    needs: 'trackRemands',
    trace: 'change',
    summary: 'Record that a court has sent issues back, by its mandate',
    description:
      'The mandate is a document of the case, of a type that the profile names. A closed case is reopened; its issues are to be decided anew, on its old docket date, with the priority of a court remand. Parties are written to first, and have the time that the profile gives them to answer.',
    params: ofCase,
    body: CourtRemand,
    answers: { 201: json('The remand', RemandDetail) },
    sdk: {
      call: 'client.remands.recordFromCourt',
      takes: ['remand'],
      about:
        'Record that a court has sent issues back. The mandate is a document of the case. A closed case is reopened.',
      example: sample`
        const recordMandate = (documentId: string, issueIds: string[]) =>
          client.remands.recordFromCourt(caseId, {
            documentId,
            court: 'Court of Appeals for Veterans Claims',
            mandateOn: '2026-05-05',
            issueIds,
            instructions: [{ text: 'Discuss the lay statements of 4 May 2024.' }],
            why: 'The court has vacated the denial and remanded the issue.',
          })
        console.log(typeof recordMandate)
      `,
    },
  },
  correctMandate: {
    method: 'PUT',
    path: '/cases/{id}/remands/{remandId}/mandate',
    audience: 'integration',
    needs: 'trackRemands',
    trace: 'change',
    summary: "Correct the date of a court's mandate",
    description:
      'Deadlines that run from it move, each with an event that says from which day to which. The date that stands already records no event.',
    params: ofRemand,
    body: MandateCorrection,
    answers: { 200: json('The remand', RemandDetail) },
    servedBy: {
      call: ['remands.correctMandate', 'request', 'target', 'body'],
      answer: ['remands.get', 'id', 'remandId'],
    },
    sdk: {
      call: 'client.remands.correctMandate',
      takes: ['correction'],
      about: "Correct the date of a court's mandate. Deadlines that run from it move.",
      example: sample`
        for (const { id, mandate } of await client.remands.list(caseId))
          if (mandate) await client.remands.correctMandate(caseId, id, { mandateOn: '2026-05-06', why: 'It was misread.' })
      `,
    },
  },
  reportRemandProgress: {
    method: 'PUT',
    path: '/cases/{id}/remands/{remandId}/progress',
    audience: 'integration',
    needs: 'trackRemands',
    trace: 'change',
    summary: 'Record what is heard of a remand while the work is done elsewhere',
    params: ofRemand,
    body: RemandProgress,
    answers: { 200: json('The remand', RemandDetail) },
    servedBy: {
      call: ['remands.progress', 'request', 'target', 'body'],
      answer: ['remands.get', 'id', 'remandId'],
    },
    sdk: {
      call: 'client.remands.reportProgress',
      takes: ['progress'],
      example: sample`
        for (const { id, status } of await client.remands.list(caseId))
          if (status === 'sentBack') await client.remands.reportProgress(caseId, id, { status: 'acknowledged' })
      `,
    },
  },
  returnRemand: {
    method: 'POST',
    path: '/cases/{id}/remands/{remandId}/return',
    audience: 'integration',
    needs: 'trackRemands',
    trace: 'change',
    summary: 'Record that the work has come back, with its evidence',
    description:
      'The issues are open again. The case goes to the adjudicator who signed the remand; if they may not have it any more, where the profile says. Docket number and docket date stay.',
    params: ofRemand,
    body: RemandReturn,
    answers: { 200: json('The remand', RemandDetail) },
    servedBy: {
      call: ['remands.takeBack', 'request', 'target', 'body'],
      answer: ['remands.get', 'id', 'remandId'],
    },
    sdk: {
      call: 'client.remands.takeBack',
      takes: ['returned'],
      about:
        'Record that the work has come back, with the documents that came. The case goes to whoever signed the remand.',
      example: sample`
        for (const { id, status } of await client.remands.list(caseId))
          if (status === 'workDone') await client.remands.takeBack(caseId, id, { documentIds: [documentId] })
      `,
    },
  },
  answerInstruction: {
    method: 'POST',
    path: '/cases/{id}/remands/{remandId}/instructions/{instructionId}/answers',
    audience: 'deliberation',
    needs: 'citeEvidence',
    trace: 'change',
    summary: 'Cite a page that answers an instruction; one that is cited already stays as it is',
    params: ofInstruction,
    body: NewAnswer,
    answers: { 201: json('The remand', RemandDetail) },
    servedBy: {
      call: ['remands.answer', 'request', 'target', 'body'],
      answer: ['remands.get', 'id', 'remandId'],
    },
    sdk: {
      call: 'client.remands.answer',
      takes: ['answer'],
      about: 'Cite a page that answers an instruction.',
      example: sample`
        for (const { id, status, instructions } of await client.remands.list(caseId))
          for (const instruction of status === 'returned' ? instructions : [])
            await client.remands.answer(caseId, id, instruction.id, { page: 12 })
      `,
    },
  },
  removeAnswer: {
    method: 'DELETE',
    path: '/cases/{id}/remands/{remandId}/instructions/{instructionId}/answers/{answerId}',
    audience: 'deliberation',
    needs: 'citeEvidence',
    trace: 'change',
    summary: 'Remove an answer to an instruction; succeeds even if there is no such answer',
    params: ofAnswer,
    answers: { 204: done },
    servedBy: { call: ['remands.removeAnswer', 'request', 'target'] },
    sdk: {
      call: 'client.remands.removeAnswer',
      about: 'Remove an answer to an instruction. Succeeds even if there is none.',
      example: sample`
        for (const { id, instructions } of await client.remands.list(caseId))
          for (const { id: instructionId, answers = [] } of instructions)
            for (const answer of answers) await client.remands.removeAnswer(caseId, id, instructionId, answer.id)
      `,
    },
  },
  judgeInstruction: {
    method: 'PUT',
    path: '/cases/{id}/remands/{remandId}/instructions/{instructionId}/judgment',
    audience: 'deliberation',
    needs: 'decideIssues',
    trace: 'change',
    summary: 'Say whether the work satisfies an instruction',
    description: 'Substantial compliance is enough; what is not satisfied needs a reason.',
    params: ofInstruction,
    body: JudgeInstruction,
    answers: { 200: json('The remand', RemandDetail) },
    servedBy: {
      call: ['remands.judge', 'request', 'target', 'body'],
      answer: ['remands.get', 'id', 'remandId'],
    },
    sdk: {
      call: 'client.remands.judge',
      takes: ['judgment'],
      about: 'Say whether the work satisfies an instruction. What is not satisfied needs a reason.',
      example: sample`
        for (const { id, status, instructions } of await client.remands.list(caseId))
          for (const instruction of status === 'returned' ? instructions : [])
            await client.remands.judge(caseId, id, instruction.id, { result: 'satisfied' })
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = { remandId: Type.String() }
const issueIds = Type.Array(Type.String())
const decided = Type.Optional(
  Type.Array(
    Type.Object({
      issueId: Type.String(),
      issueType: Type.String(),
      benefitType: Type.Optional(Type.String()),
      disposition: Type.String(),
      workProductId: Type.String(),
    }),
    { description: 'How the issues were decided before, and in which decision' },
  ),
)

export const events = {
  'remand.sentBack': shownTo(
    'integration',
    Type.Object({
      ...of,
      workProductId: Type.Optional(Type.String({ description: 'The decision that sent the issues back' })),
      issueIds,
      decided,
      to: Place,
      adjudicator: Type.Optional(Actor),
      instructions: Type.Array(Instruction),
    }),
    { staff: ['adjudicator'] },
  ),
  'remand.received': shownTo(
    'integration',
    Type.Object({
      ...of,
      ...mandate,
      issueIds,
      decided,
      instructions: Type.Array(Instruction),
      why: Type.String(),
    }),
  ),
  'remand.mandateCorrected': shownTo(
    'integration',
    Type.Object({ ...of, mandateOn: CalendarDate, was: CalendarDate, why: Type.String() }),
  ),
  'remand.progressed': shownTo(
    'integration',
    Type.Object({ ...of, status: oneOf(['acknowledged', 'workDone']), note: Type.Optional(Type.String()) }),
  ),
  'remand.returned': shownTo(
    'integration',
    Type.Object({
      ...of,
      issueIds,
      documentIds: Type.Array(Type.String()),
      receivedOn: CalendarDate,
      why: Type.Optional(Type.String()),
      goesTo: oneOf(['signer', 'team', 'docket']),
      goesToWhy: Type.Optional(Type.String()),
      adjudicator: Type.Optional(Actor),
    }),
    { staff: ['goesToWhy', 'adjudicator'] },
  ),
  'remand.answered': shownTo(
    'deliberation',
    Type.Object({
      ...of,
      instructionId: Type.String(),
      answerId: Type.String(),
      anchor: Anchor,
      note: Type.Optional(Type.String()),
    }),
  ),
  'remand.answerRemoved': shownTo(
    'deliberation',
    Type.Object({ ...of, instructionId: Type.String(), answerId: Type.String() }),
  ),
  'remand.instructionJudged': shownTo(
    'deliberation',
    Type.Object({
      ...of,
      instructionId: Type.String(),
      result: Result,
      why: Type.Optional(Type.String()),
    }),
  ),
  'remand.ended': shownTo(
    'integration',
    Type.Object({
      ...of,
      issueIds,
      how: oneOf(['recalled', 'closed', 'issuesGone'], {
        description:
          '`recalled`: the decision was taken back. `closed`: the case was closed. `issuesGone`: none of its issues is left',
      }),
      why: Type.String(),
    }),
  ),
  'remand.resumed': shownTo('integration', Type.Object({ ...of, issueIds, why: Type.String() })),
}
