import type { Anchor } from '@portico/contract/anchors'
import type { Actor } from '@portico/contract/envelope'
import type { EventType } from '@portico/contract/events'
import type { DispositionReason } from '@portico/contract/issues'
import { type Instruction, isAway, type Remand, type RemandStatus } from '@portico/contract/remands'
import { authorOf, type Fact, type Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { type HeldTask, heldAfter, heldTaskEvents } from '../work/held-tasks.ts'

export type RemandAnswer = { id: string; anchor: Anchor; note?: string; by: string; at: string }

export type RemandInstruction = Instruction & {
  answers: RemandAnswer[]
  judgment?: { result: 'satisfied' | 'notSatisfied'; why?: string; by: string; at: string }
}

export type RemandState = Pick<
  Remand,
  'id' | 'kind' | 'workProductId' | 'to' | 'mandate' | 'returned' | 'ended' | 'progress' | 'decidedIn'
> & {
  status: RemandStatus
  /** Those that are still alive in this case. */
  issueIds: string[]
  sentAt: string
  adjudicator?: Actor
  instructions: RemandInstruction[]
}

type Decided = { disposition: string; reasons: DispositionReason[]; instructions: GivenInstruction[] }

/** What is to be done, as whoever decides the issue has written it. */
export type GivenInstruction = { text: string; reason?: string }

export type RemandsState = {
  remands: RemandState[]
  /** Every issue that was ever on the list. */
  issues: Record<string, IssueState>
  /** The decision that was released last. */
  released: {
    workProductId: string
    signer: Actor
    dispositions: { issueId: string; disposition: string }[]
  } | null
  signed: Record<string, NonNullable<RemandsState['released']> & { isReleased?: true }>
  /** The open tasks of the case, for who decides its issues. */
  tasks: HeldTask[]
}

type IssueState = {
  issueType: string
  benefitType?: string
  signedIn?: string
  decided?: Decided
  hasLeft?: true
  /** What it was split or merged into. */
  became?: string[]
  /** The remand that it was away on when it left the case. */
  leftAway?: string
}

export const remandEventTypes: readonly EventType[] = [
  'remand.sentBack',
  'remand.received',
  'remand.mandateCorrected',
  'remand.progressed',
  'remand.returned',
  'remand.answered',
  'remand.answerRemoved',
  'remand.instructionJudged',
  'remand.ended',
  'remand.resumed',
]

export const remandReads: readonly EventType[] = [
  ...remandEventTypes,
  'issue.added',
  'issue.edited',
  'issue.decided',
  'issue.undecided',
  'issue.removed',
  'issue.split',
  'issue.merged',
  'issue.restored',
  'workProduct.signed',
  'workProduct.released',
  'workProduct.recalled',
  ...heldTaskEvents,
]

export const noRemands: RemandsState = { remands: [], issues: {}, released: null, signed: {}, tasks: [] }

export function evolve(state: RemandsState, event: Recorded): RemandsState {
  switch (event.type) {
    case 'remand.sentBack': {
      const { remandId: id, workProductId, issueIds, to, adjudicator, instructions } = event.data
      const remand: RemandState = {
        id,
        kind: 'board',
        status: 'sentBack',
        issueIds,
        ...withoutUndefined({ workProductId, adjudicator }),
        to,
        sentAt: event.at,
        instructions: instructions.map((one) => ({ ...one, answers: [] })),
      }
      return undecided({ ...state, remands: [...state.remands, remand] }, issueIds)
    }
    case 'remand.received': {
      const { remandId: id, documentId, court, mandateOn, issueIds, instructions } = event.data
      const remand: RemandState = {
        id,
        kind: 'court',
        status: 'returned',
        issueIds,
        mandate: { documentId, mandateOn, ...withoutUndefined({ court }) },
        sentAt: event.at,
        instructions: instructions.map((one) => ({ ...one, answers: [] })),
      }
      return undecided({ ...state, remands: [...state.remands, remand] }, issueIds)
    }
    case 'remand.mandateCorrected': {
      const { remandId, mandateOn } = event.data
      return changed(state, remandId, ({ mandate }) => ({ mandate: mandate && { ...mandate, mandateOn } }))
    }
    case 'remand.progressed': {
      const { remandId, status, note } = event.data
      const progress = { status, ...withoutUndefined({ note }), ...told(event) }
      return changed(state, remandId, () => ({ status, progress }))
    }
    case 'remand.returned': {
      const { remandId, documentIds, receivedOn, why, goesTo, goesToWhy } = event.data
      const returned = {
        receivedOn,
        documentIds,
        goesTo,
        ...withoutUndefined({ why, goesToWhy }),
        ...told(event),
      }
      return changed(state, remandId, () => ({ status: 'returned', returned }))
    }
    case 'remand.answered': {
      const { remandId, instructionId, answerId: id, anchor, note } = event.data
      const answer = { id, anchor, ...withoutUndefined({ note }), ...told(event) }
      return instructed(state, { remandId, instructionId }, (one) => ({
        ...one,
        answers: [...one.answers, answer],
      }))
    }
    case 'remand.answerRemoved': {
      const { answerId } = event.data
      return instructed(state, event.data, (one) => ({
        ...one,
        answers: one.answers.filter(({ id }) => id !== answerId),
      }))
    }
    case 'remand.instructionJudged': {
      const { result, why } = event.data
      const judgment = { result, ...withoutUndefined({ why }), ...told(event) }
      return instructed(state, event.data, (one) => ({ ...one, judgment }))
    }
    case 'remand.ended': {
      const { remandId, how, why } = event.data
      return changed(state, remandId, () => ({ status: 'ended', ended: { how, why, ...told(event) } }))
    }
    case 'remand.resumed': {
      const { remandId, issueIds } = event.data
      return changed(undecided(state, issueIds), remandId, ({ ended: _, progress, ...remand }) => ({
        ...remand,
        issueIds,
        status: progress?.status === 'workDone' ? 'workDone' : progress ? 'acknowledged' : 'sentBack',
        ended: undefined,
      }))
    }
    case 'issue.added':
    case 'issue.edited': {
      const { issueId, issueType, benefitType } = event.data
      const issue = { ...state.issues[issueId], issueType, ...withoutUndefined({ benefitType }) }
      return { ...state, issues: { ...state.issues, [issueId]: issue } }
    }
    case 'issue.decided': {
      const { issueId, disposition, reasons, instructions = [] } = event.data
      const issue = state.issues[issueId]
      if (!issue) return state
      const decided = { disposition, reasons, instructions }
      return { ...state, issues: { ...state.issues, [issueId]: { ...issue, decided } } }
    }
    case 'issue.undecided':
      return undecided(state, [event.data.issueId])
    case 'issue.split':
      return left(state, [event.data.issueId], event.data.into)
    case 'issue.merged':
      return left(state, event.data.from, [event.data.issueId])
    case 'issue.removed': {
      const { issueId } = event.data
      const leftAway = awayIn(state).find(({ issueIds }) => issueIds.includes(issueId))?.id
      const { issues } = left(state, [issueId])
      const issue = issues[issueId]
      return {
        ...state,
        issues: issue ? { ...issues, [issueId]: { ...issue, ...withoutUndefined({ leftAway }) } } : issues,
        remands: without(state.remands, [issueId]),
      }
    }
    case 'issue.restored': {
      const { [event.data.issueId]: issue, ...others } = state.issues
      if (!issue) return state
      const { hasLeft: _, became: __, ...listed } = issue
      return { ...state, issues: { ...others, [event.data.issueId]: listed } }
    }
    case 'workProduct.signed': {
      const { workProductId, dispositions } = event.data
      const signed = { workProductId, signer: authorOf(event), dispositions }
      const decides = dispositions.map(({ issueId }) => issueId)
      const issues = { ...state.issues }
      for (const id of decides) if (issues[id]) issues[id] = { ...issues[id], signedIn: workProductId }
      return {
        ...state,
        issues,
        signed: { ...state.signed, [workProductId]: signed },
        remands: state.remands.map((remand) =>
          remand.status === 'returned' && nowOf(state, remand.issueIds).some((id) => decides.includes(id))
            ? { ...remand, decidedIn: workProductId }
            : remand,
        ),
      }
    }
    case 'workProduct.released': {
      const { workProductId } = event.data
      const { [workProductId]: released, ...others } = state.signed
      if (!released) return { ...state, released: null }
      return { ...state, released, signed: { ...others, [workProductId]: { ...released, isReleased: true } } }
    }
    case 'workProduct.recalled': {
      const { workProductId } = event.data
      const issues: RemandsState['issues'] = Object.fromEntries(
        Object.entries(state.issues).map(([id, { signedIn, ...issue }]) => [
          id,
          signedIn === undefined || signedIn === workProductId ? issue : { ...issue, signedIn },
        ]),
      )
      return {
        ...state,
        issues,
        released: state.released?.workProductId === workProductId ? null : state.released,
        remands: state.remands.map(({ decidedIn, ...remand }) => {
          if (decidedIn !== workProductId) return { ...remand, ...withoutUndefined({ decidedIn }) }
          // Another decision may decide others of its issues.
          const others = nowOf({ issues }, remand.issueIds).flatMap((id) => issues[id]?.signedIn ?? [])
          return { ...remand, ...withoutUndefined({ decidedIn: others.at(-1) }) }
        }),
      }
    }
    default:
      return { ...state, tasks: heldAfter(state.tasks, event) }
  }
}

export const awayIn = ({ remands }: Pick<RemandsState, 'remands'>): RemandState[] =>
  remands.filter(({ status }) => isAway(status))

const told = (event: Recorded) => ({ by: authorOf(event).name, at: event.at })

function changed(
  state: RemandsState,
  remandId: string,
  change: (remand: RemandState) => Partial<{ [Key in keyof RemandState]: RemandState[Key] | undefined }>,
): RemandsState {
  const remands = state.remands.map((remand) =>
    remand.id === remandId ? (withoutUndefined({ ...remand, ...change(remand) }) as RemandState) : remand,
  )
  return { ...state, remands }
}

function instructed(
  state: RemandsState,
  { remandId, instructionId }: { remandId: string; instructionId: string },
  change: (instruction: RemandInstruction) => RemandInstruction,
): RemandsState {
  return changed(state, remandId, ({ instructions }) => ({
    instructions: instructions.map((one) => (one.id === instructionId ? change(one) : one)),
  }))
}

function undecided(state: RemandsState, issueIds: readonly string[]): RemandsState {
  const issues = { ...state.issues }
  for (const id of issueIds) {
    const { decided: _, signedIn: __, leftAway: ___, ...issue } = issues[id] ?? { issueType: '' }
    issues[id] = issue
  }
  return { ...state, issues }
}

function left(state: RemandsState, issueIds: readonly string[], became?: string[]): RemandsState {
  const issues = { ...state.issues }
  for (const id of issueIds)
    if (issues[id]) issues[id] = { ...issues[id], hasLeft: true, ...withoutUndefined({ became }) }
  return { ...state, issues }
}

/** As what these issues are decided now: what was split or merged goes on as others. */
export function nowOf({ issues }: Pick<RemandsState, 'issues'>, issueIds: readonly string[]): string[] {
  const now = issueIds.flatMap((id) => {
    const became = issues[id]?.became
    return became ? nowOf({ issues }, became) : [id]
  })
  return [...new Set(now)]
}

/** Those of its issues that are still to be decided by its instructions: no decision has, and no later remand is about them. */
export function openIn(state: Pick<RemandsState, 'issues' | 'remands'>, remand: RemandState): string[] {
  const isLatest = (issueId: string) =>
    state.remands.findLast(({ issueIds }) => nowOf(state, issueIds).includes(issueId))?.id === remand.id
  return nowOf(state, remand.issueIds).filter((issueId) => {
    const { hasLeft, signedIn } = state.issues[issueId] ?? {}
    return !hasLeft && signedIn === undefined && isLatest(issueId)
  })
}

/** Whether a signed decision has dealt with an instruction: with all that it is about. */
export function isDealtWith(
  state: Pick<RemandsState, 'issues' | 'remands'>,
  remand: RemandState,
  { issueId }: Pick<RemandInstruction, 'issueId'>,
): boolean {
  if (remand.decidedIn === undefined) return false
  const open = openIn(state, remand)
  const meant = issueId === undefined ? open : nowOf(state, [issueId])
  return !meant.some((id) => open.includes(id))
}

/** Those whose work is here, about issues that a decision now decides, by what those issues are now. */
export function remandsToDecide(
  state: RemandsState,
  { id: workProductId, issues }: { id: string; issues: readonly { id: string }[] },
): RemandState[] {
  return state.remands
    .filter(({ status, decidedIn }) => status === 'returned' && decidedIn !== workProductId)
    .map((remand) => ({
      ...remand,
      // What another decision has decided of it is not asked again.
      issueIds: remand.decidedIn === undefined ? nowOf(state, remand.issueIds) : openIn(state, remand),
      instructions: remand.instructions
        .filter((one) => !isDealtWith(state, remand, one))
        .map((one) => {
          const { issueId, ...ofAll } = one
          const now = issueId === undefined ? [] : nowOf(state, [issueId])
          // About several, it is about all of the remand.
          return now.length === 1 ? { ...one, issueId: now[0] as string } : ofAll
        }),
    }))
    .filter(({ issueIds }) => issueIds.some((id) => issues.some((one) => one.id === id)))
}

const without = (remands: readonly RemandState[], issueIds: readonly string[]) =>
  remands.map((remand) =>
    isAway(remand.status)
      ? { ...remand, issueIds: remand.issueIds.filter((id) => !issueIds.includes(id)) }
      : remand,
  )

export type SentBack = Fact<'remand.sentBack'>['data']
