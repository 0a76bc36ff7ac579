import type { Anchor } from '@portico/contract/anchors'
import type { Profile } from '@portico/contract/profile'
import {
  type CourtRemand,
  type Instruction,
  isAway,
  type JudgeInstruction,
  type MandateCorrection,
  type RemandProgress,
  type RemandReturn,
} from '@portico/contract/remands'
import { isSameAnchor, refuseTwistedBox } from '../file/anchors.ts'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { oneOf } from '../kernel/known-words.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { evolve } from './evolve-remands.ts'
import { refuseUnlessDecider } from './holders.ts'
import {
  isDealtWith,
  noRemands,
  type RemandInstruction,
  type RemandState,
  type RemandsState,
  remandReads,
  remandsAway,
  type SentBack,
} from './remand-state.ts'

type Cause = { id: string; at: string }

export type RemandCommand = {
  caseId: string
} /** Sends back the issues of the released decision, once it is dispatched. */ & (
  | { type: 'sendBack'; event: Cause }
  /** Remands of another case whose work this one still waits for. */
  | { type: 'awaitRemand'; remands: SentBack[] }
  /** Remands that had returned in the case from which issues were split off. */
  | { type: 'bringRemands'; facts: Fact[] }
  | ({ type: 'receiveFromCourt'; remandId: string; documentType: string | undefined } & CourtRemand)
  | ({ type: 'correctMandate'; remandId: string } & MandateCorrection)
  | ({ type: 'reportProgress'; remandId: string } & RemandProgress)
  | ({ type: 'takeBack'; remandId: string; adjudicator?: Returning } & RemandReturn)
  | {
      type: 'answerInstruction'
      remandId: string
      instructionId: string
      answerId: string
      anchor: Anchor
      note?: string
    }
  | { type: 'removeAnswer'; remandId: string; instructionId: string; answerId: string }
  | ({ type: 'judgeInstruction'; remandId: string; instructionId: string } & JudgeInstruction)
  | { type: 'endRemands'; how: 'closed'; why: string }
  | { type: 'endRemands'; how: 'recalled'; workProductId: string; why: string }
  /** Ends remands without issues, after issues have left the list. */
  | { type: 'endEmpty' }
  /** Restores an issue to the remand it was on when it left the case. */
  | { type: 'resumeIssue'; issueId: string }
  | { type: 'resumeRemands'; remands: { remandId: string; issueIds: string[] }[]; why: string }
)

type Of<Type extends RemandCommand['type']> = Extract<RemandCommand, { type: Type }>

/** The reason, if any, why the signer cannot have the case again. */
export type Returning = { cannot?: string }

/** Remands by decisions of the board and by courts: their instructions, progress and answers. */
export const remands: Decider<RemandCommand, RemandsState> = {
  name: 'remands',
  needs: {
    sendBack: null,
    awaitRemand: null,
    bringRemands: null,
    receiveFromCourt: 'trackRemands',
    correctMandate: 'trackRemands',
    reportProgress: 'trackRemands',
    takeBack: 'trackRemands',
    answerInstruction: 'citeEvidence',
    removeAnswer: 'citeEvidence',
    judgeInstruction: 'decideIssues',
    endRemands: null,
    endEmpty: null,
    resumeIssue: null,
    resumeRemands: null,
  },
  stateVersion: 4,
  reads: () => ({ types: remandReads }),
  initial: noRemands,
  evolve,

  decide(command, state, context) {
    switch (command.type) {
      case 'sendBack':
        return sendBack(command, state, context)
      case 'awaitRemand':
        return command.remands
          .filter(({ remandId }) => !state.remands.some(({ id }) => id === remandId))
          .map((data) => ({ type: 'remand.sentBack', subject: data.remandId, data }))
      case 'bringRemands':
        return command.facts.filter(({ subject }) => !state.remands.some(({ id }) => id === subject))
      case 'receiveFromCourt':
        return receive(command, state, context)
      case 'correctMandate':
        return correctMandate(command, state, context)
      case 'reportProgress':
        return progress(command, state)
      case 'takeBack':
        return takeBack(command, state, context)
      case 'answerInstruction':
        return onlyByDeciders(answer(command, state), state, context)
      case 'removeAnswer':
        return onlyByDeciders(removeAnswer(command, state), state, context)
      case 'judgeInstruction':
        return onlyByDeciders(judge(command, state), state, context)
      case 'endRemands':
        return end(command, state)
      case 'endEmpty':
        return remandsAway(state)
          .filter(({ issueIds }) => issueIds.length === 0)
          .map((remand) => ended(remand, 'issuesGone', 'None of its issues is left in this case.'))
      case 'resumeIssue':
        return resumeIssue(command.issueId, state)
      case 'resumeRemands':
        return command.remands.flatMap(({ remandId, issueIds }): Fact[] => {
          const remand = state.remands.find(({ id }) => id === remandId)
          if (remand?.status !== 'ended') return []
          const data = { remandId, issueIds, why: command.why }
          return [{ type: 'remand.resumed', subject: remandId, data }]
        })
    }
  },
}

/** One remand for each place of work. */
function sendBack({ event }: Of<'sendBack'>, state: RemandsState, { profile }: Context): Fact[] {
  const { released, issues } = state
  if (!released || state.remands.some(({ workProductId }) => workProductId === released.workProductId))
    return []
  const { workProductId, signer } = released
  const isSentBack = (name: string) =>
    profile.dispositions.some((disposition) => disposition.name === name && disposition.sendsBack === true)
  const sent = released.dispositions.filter(
    ({ issueId, disposition }) => isSentBack(disposition) && issues[issueId]?.signedIn === workProductId,
  )
  const places = Map.groupBy(sent, ({ issueId }) => placeOf(issues[issueId]?.benefitType, profile))
  return [...places].map(([to, sentThere]) => {
    const remandId = derivedId('remand', event, to.name)
    const issueIds = sentThere.map(({ issueId }) => issueId)
    const data: SentBack = {
      remandId,
      workProductId,
      issueIds,
      decided: earlierDecisions(issueIds, state),
      to: { name: to.name, label: to.label },
      adjudicator: signer,
      instructions: issueIds.flatMap((id) => instructionsOf(id, state, profile)),
    }
    return { type: 'remand.sentBack', subject: remandId, data }
  })
}

function earlierDecisions(issueIds: readonly string[], { issues }: RemandsState) {
  return issueIds.flatMap((issueId) => {
    const issue = issues[issueId]
    if (issue?.signedIn === undefined || !issue.decided) return []
    const { issueType, benefitType, signedIn: workProductId, decided } = issue
    const words = { issueType, ...withoutUndefined({ benefitType }) }
    return [{ issueId, ...words, disposition: decided.disposition, workProductId }]
  })
}

type Place = NonNullable<Profile['remands']>['places'][number]

const elsewhere: Place = { name: 'elsewhere', label: 'Where the decision under appeal was made' }

function placeOf(benefitType: string | undefined, { remands: words }: Profile): Place {
  const places = words?.places ?? []
  const named = places.find(({ benefitTypes }) => benefitTypes?.includes(benefitType ?? ''))
  return named ?? places.find(({ benefitTypes }) => benefitTypes === undefined) ?? places[0] ?? elsewhere
}

/** The written instructions, and one for each reason without any. */
function instructionsOf(issueId: string, { issues }: RemandsState, profile: Profile): Instruction[] {
  const { reasons = [], instructions = [] } = issues[issueId]?.decided ?? {}
  const labels = new Map(
    profile.reasonGroups.flatMap((group) => group.reasons.map(({ name, label }) => [name, label] as const)),
  )
  const timingOf = (reason: string | undefined) => reasons.find((entry) => entry.reason === reason)?.timing
  const written = instructions.map(({ text, reason }) => ({ text, reason, timing: timingOf(reason) }))
  const fromReasons = reasons
    .filter(({ reason }) => !instructions.some((instruction) => instruction.reason === reason))
    .map(({ reason, timing }) => ({ text: labels.get(reason) ?? reason, reason, timing }))
  return [...written, ...fromReasons].map(({ text, reason, timing }, index) => ({
    id: `${issueId}-${index + 1}`,
    issueId,
    text,
    ...withoutUndefined({ reason, timing }),
  }))
}

export function refuseLaterMandate(mandateOn: string, { profile, at }: Pick<Context, 'profile' | 'at'>) {
  const today = dayShownIn(at, profile.deadlines.timeZone)
  if (mandateOn > today)
    throw new Refusal(
      'invalid',
      `The date of the mandate must not be after today, ${longDay(today)}: it is ${longDay(mandateOn)}.`,
    )
}

function correctMandate(command: Of<'correctMandate'>, state: RemandsState, context: Context): Fact[] {
  const { remandId, mandateOn, why } = command
  const { mandate } = findRemand(remandId, state)
  if (!mandate)
    throw new Refusal('stateForbids', 'Only a remand by a court has a mandate, and this one is by the board.')
  refuseLaterMandate(mandateOn, context)
  if (mandate.mandateOn === mandateOn) return []
  const data = { remandId, mandateOn, was: mandate.mandateOn, why: why.trim() }
  return [{ type: 'remand.mandateCorrected', subject: remandId, data }]
}

function receive(command: Of<'receiveFromCourt'>, state: RemandsState, context: Context): Fact[] {
  const { remandId, documentId, documentType, court, mandateOn, issueIds, instructions, why } = command
  const { profile } = context
  refuseLaterMandate(mandateOn, context)
  if (state.remands.some(({ mandate }) => mandate?.documentId === documentId))
    throw new Refusal('conflict', 'A remand by this mandate is already recorded.')
  const types = profile.remands?.mandateTypes ?? []
  if (types.length > 0 && !types.includes(documentType ?? '')) {
    const labels = profile.documentTypes.filter(({ name }) => types.includes(name)).map(({ label }) => label)
    throw new Refusal('stateForbids', `documentId must be the ID of a document of the type ${oneOf(labels)}.`)
  }
  for (const id of issueIds) refuseUnlessReviewable(id, state)
  const findAway = remandsAway(state).find((remandState) =>
    remandState.issueIds.some((id) => issueIds.includes(id)),
  )
  if (findAway)
    throw new Refusal(
      'stateForbids',
      'One of these issues is on a remand of the board: record its return first.',
    )
  const stray = instructions.find(({ issueId }) => issueId !== undefined && !issueIds.includes(issueId))
  if (stray) throw new Refusal('invalid', 'issueId of an instruction must be one of issueIds.')
  const data = {
    remandId,
    documentId,
    mandateOn,
    ...withoutUndefined({ court }),
    issueIds,
    decided: earlierDecisions(issueIds, state),
    instructions: instructions.map((instruction, index) => ({ id: `${index + 1}`, ...instruction })),
    why: why.trim(),
  }
  return [{ type: 'remand.received', subject: remandId, data }]
}

/** A court can send back only an issue without a decision, or with one that is released. */
function refuseUnlessReviewable(issueId: string, { issues, signed }: RemandsState) {
  const name = issueId.slice(0, 100)
  const issue = Object.hasOwn(issues, issueId) ? issues[issueId] : undefined
  if (!issue) throw new Refusal('invalid', `There is no issue ${name} in this case.`)
  if (issue.hasLeft)
    throw new Refusal(
      'stateForbids',
      `A court cannot send back the issue ${name}: it is no longer in this case.`,
    )
  const decision = signed[issue.signedIn ?? '']
  if (issue.decided && !decision?.isReleased)
    throw new Refusal(
      'stateForbids',
      `A court cannot send back the issue ${name}: its decision is not ${decision ? 'released' : 'signed'} yet.`,
    )
}

const stages = ['sentBack', 'acknowledged', 'workDone']

function progress({ remandId, status, note }: Of<'reportProgress'>, state: RemandsState): Fact[] {
  const remand = findAway(remandId, state)
  // A late report of an earlier stage changes nothing.
  if (stages.indexOf(status) <= stages.indexOf(remand.status)) return []
  const data = { remandId, status, ...withoutUndefined({ note: note?.trim() }) }
  return [{ type: 'remand.progressed', subject: remandId, data }]
}

function takeBack(command: Of<'takeBack'>, state: RemandsState, { profile, at }: Context): Fact[] {
  const dayOfBoard = (moment: Date) => dayShownIn(moment, profile.deadlines.timeZone)
  const today = dayOfBoard(at)
  const { remandId, documentIds = [], receivedOn = today, adjudicator } = command
  const found = findRemand(remandId, state)
  if (found.status === 'returned') throw new Refusal('conflict', 'The remand has already returned.')
  const remand = findAway(remandId, state)
  const why = command.why?.trim()
  if (documentIds.length === 0 && !why)
    throw new Refusal(
      'invalid',
      'documentIds must name the evidence that came back; if none did, why must be given.',
    )
  if (receivedOn > today)
    throw new Refusal(
      'invalid',
      `The date of return must not be after today, ${longDay(today)}: it is ${longDay(receivedOn)}.`,
    )
  const sentOn = dayOfBoard(new Date(remand.sentAt))
  if (receivedOn < sentOn)
    throw new Refusal(
      'invalid',
      `The date of return must not be before the remand was sent, ${longDay(sentOn)}: it is ${longDay(receivedOn)}.`,
    )
  const returns = profile.remands?.returns ?? defaultReturns
  const signer = remand.adjudicator
  const cannot = signer === undefined ? 'Nobody is known to have signed the remand.' : adjudicator?.cannot
  const isBarred = returns.to === 'signer' && cannot !== undefined
  const goesTo = isBarred ? returns.otherwise : returns.to
  const data = {
    remandId,
    issueIds: remand.issueIds,
    documentIds,
    receivedOn,
    ...withoutUndefined({ why }),
    goesTo,
    ...(isBarred ? { goesToWhy: cannot } : {}),
    ...(goesTo === 'signer' && signer ? { adjudicator: signer } : {}),
  }
  return [{ type: 'remand.returned', subject: remandId, data }]
}

const defaultReturns: NonNullable<Profile['remands']>['returns'] = { to: 'signer', otherwise: 'docket' }

const maxAnswers = 200

function answer(command: Of<'answerInstruction'>, state: RemandsState): Fact[] {
  const { remandId, instructionId, answerId, anchor, note } = command
  const { answers } = judgeableInstruction(command, state)
  if (anchor.rect) refuseTwistedBox(anchor.rect)
  if (answers.some((answer) => isSameAnchor(answer.anchor, anchor))) return []
  if (answers.length >= maxAnswers)
    throw new Refusal(
      'stateForbids',
      `An instruction has at most ${maxAnswers} answers, and this one has them all.`,
    )
  const data = { remandId, instructionId, answerId, anchor, ...withoutUndefined({ note: note?.trim() }) }
  return [{ type: 'remand.answered', subject: remandId, data }]
}

function onlyByDeciders(facts: Fact[], { tasks }: RemandsState, context: Context): Fact[] {
  if (facts.length > 0) refuseUnlessDecider({ tasks, context }, 'check the instructions of the remand')
  return facts
}

function removeAnswer(command: Of<'removeAnswer'>, state: RemandsState): Fact[] {
  const { remandId, instructionId, answerId } = command
  const { answers } = judgeableInstruction(command, state)
  if (!answers.some(({ id }) => id === answerId)) return []
  const data = { remandId, instructionId, answerId }
  return [{ type: 'remand.answerRemoved', subject: remandId, data }]
}

function judge(command: Of<'judgeInstruction'>, state: RemandsState): Fact[] {
  const { remandId, instructionId, result } = command
  const { judgment } = judgeableInstruction(command, state)
  const why = command.why?.trim()
  if (result === 'notSatisfied' && !why)
    throw new Refusal('invalid', 'why must be given if result is notSatisfied.')
  if (judgment?.result === result && judgment.why === why) return []
  const data = { remandId, instructionId, result, ...withoutUndefined({ why }) }
  return [{ type: 'remand.instructionJudged', subject: remandId, data }]
}

function end(command: Of<'endRemands'>, state: RemandsState): Fact[] {
  const isConcerned = ({ workProductId }: RemandState) =>
    command.how === 'closed' || workProductId === command.workProductId
  return remandsAway(state)
    .filter(isConcerned)
    .map((remand) => ended(remand, command.how, command.why))
}

/** Unless the remand has returned in the meantime, or ended for another reason. */
function resumeIssue(issueId: string, { remands, issues }: RemandsState): Fact[] {
  const { leftAway, hasLeft } = issues[issueId] ?? {}
  const remand = remands.find(({ id }) => id === leftAway)
  if (!remand || hasLeft) return []
  if (!isAway(remand.status) && remand.ended?.how !== 'issuesGone') return []
  const { id: remandId, issueIds } = remand
  const why = 'An issue of it is back in the case.'
  const data = { remandId, issueIds: [...issueIds, issueId], why }
  return [{ type: 'remand.resumed', subject: remandId, data }]
}

function ended({ id, issueIds }: RemandState, how: 'closed' | 'recalled' | 'issuesGone', why: string): Fact {
  return { type: 'remand.ended', subject: id, data: { remandId: id, issueIds, how, why } }
}

function findRemand(remandId: string, { remands }: RemandsState): RemandState {
  const remand = remands.find(({ id }) => id === remandId)
  if (!remand) throw new Refusal('notFound', 'There is no such remand in this case.')
  return remand
}

function findAway(remandId: string, state: RemandsState): RemandState {
  const remand = findRemand(remandId, state)
  if (isAway(remand.status)) return remand
  throw new Refusal(
    'stateForbids',
    remand.kind === 'court'
      ? 'No work is awaited on a remand by a court.'
      : `The remand has ${remand.status === 'ended' ? 'ended' : 'returned'}: no work is awaited any more.`,
  )
}

/** An instruction of a returned remand that no signed decision has dealt with. */
function judgeableInstruction(
  { remandId, instructionId }: { remandId: string; instructionId: string },
  state: RemandsState,
): RemandInstruction {
  const remand = findRemand(remandId, state)
  const instruction = remand.instructions.find(({ id }) => id === instructionId)
  if (!instruction) throw new Refusal('notFound', 'There is no such instruction on this remand.')
  if (remand.status !== 'returned')
    throw new Refusal('stateForbids', 'The remand has not returned: record its return first.')
  if (isDealtWith(state, remand, instruction))
    throw new Refusal('stateForbids', 'A signed decision has dealt with this instruction: recall it first.')
  return instruction
}
