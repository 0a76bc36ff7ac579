import type { Anchor } from '@portico/contract/anchors'
import type { Actor } from '@portico/contract/envelope'
import type { EventType } from '@portico/contract/events'
import type { DispositionReason } from '@portico/contract/issues'
import { type Instruction, isAway, type Remand, type RemandStatus } from '@portico/contract/remands'
import type { Fact, Recorded } from '../kernel/decider.ts'
import { type HeldTask, heldAfter, heldTaskEvents } from '../work/held-tasks.ts'
import { evolveRemand } from './evolve-remand.ts'
import { evolveDecisions, evolveIssues, nowOf } from './remand-issues.ts'

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
  const next = evolvers.reduce((before, evolve) => evolve(before, event), state)
  return { ...next, tasks: heldAfter(next.tasks, event) }
}

const evolvers = [evolveRemand, evolveIssues, evolveDecisions]

export const awayIn = ({ remands }: Pick<RemandsState, 'remands'>): RemandState[] =>
  remands.filter(({ status }) => isAway(status))

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

export type SentBack = Fact<'remand.sentBack'>['data']
