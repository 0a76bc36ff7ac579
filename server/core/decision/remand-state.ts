import type { Anchor } from '@portico/contract/anchors'
import type { Actor } from '@portico/contract/envelope'
import type { EventType } from '@portico/contract/events'
import type { DispositionReason } from '@portico/contract/issues'
import { type Instruction, isAway, type Remand, type RemandStatus } from '@portico/contract/remands'
import type { Fact } from '../kernel/decider.ts'
import { type HeldTask, heldTaskEvents } from '../work/held-tasks.ts'

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
  /** The issues that are still active in this case. */
  issueIds: string[]
  sentAt: string
  adjudicator?: Actor
  instructions: RemandInstruction[]
}

type Decided = { disposition: string; reasons: DispositionReason[]; instructions: GivenInstruction[] }

/** An instruction as written with the decision on its issue. */
export type GivenInstruction = { text: string; reason?: string }

export type RemandsState = {
  remands: RemandState[]
  /** Every issue that was ever on the list of the case. */
  issues: Record<string, IssueState>
  /** The latest released decision. */
  released: {
    workProductId: string
    signer: Actor
    dispositions: { issueId: string; disposition: string }[]
  } | null
  signed: Record<string, NonNullable<RemandsState['released']> & { isReleased?: true }>
  /** The open tasks of the case, which determine who decides its issues. */
  tasks: HeldTask[]
}

type IssueState = {
  issueType: string
  benefitType?: string
  signedIn?: string
  decided?: Decided
  hasLeft?: true
  /** The issues it was split or merged into. */
  became?: string[]
  /** The remand it was on when it left the case. */
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

export const remandsAway = ({ remands }: Pick<RemandsState, 'remands'>): RemandState[] =>
  remands.filter(({ status }) => isAway(status))

/** The issues in which these continue after splits and merges. */
export function currentIssues(
  { issues }: Pick<RemandsState, 'issues'>,
  issueIds: readonly string[],
): string[] {
  const current = issueIds.flatMap((id) => {
    const became = issues[id]?.became
    return became ? currentIssues({ issues }, became) : [id]
  })
  return [...new Set(current)]
}

/** The issues of a remand that are still to be decided under it: not signed since, nor on a later remand. */
export function openIn(state: Pick<RemandsState, 'issues' | 'remands'>, remand: RemandState): string[] {
  const isLatest = (issueId: string) =>
    state.remands.findLast(({ issueIds }) => currentIssues(state, issueIds).includes(issueId))?.id ===
    remand.id
  return currentIssues(state, remand.issueIds).filter((issueId) => {
    const { hasLeft, signedIn } = state.issues[issueId] ?? {}
    return !hasLeft && signedIn === undefined && isLatest(issueId)
  })
}

/** Whether a signed decision has dealt with every issue that an instruction is about. */
export function isDealtWith(
  state: Pick<RemandsState, 'issues' | 'remands'>,
  remand: RemandState,
  { issueId }: Pick<RemandInstruction, 'issueId'>,
): boolean {
  if (remand.decidedIn === undefined) return false
  const open = openIn(state, remand)
  const concernedIssues = issueId === undefined ? open : currentIssues(state, [issueId])
  return !concernedIssues.some((id) => open.includes(id))
}

/** The returned remands about issues of a work product, with their current issues. */
export function remandsToDecide(
  state: RemandsState,
  { id: workProductId, issues }: { id: string; issues: readonly { id: string }[] },
): RemandState[] {
  return state.remands
    .filter(({ status, decidedIn }) => status === 'returned' && decidedIn !== workProductId)
    .map((remand) => ({
      ...remand,
      // Without the issues that another decision has decided.
      issueIds:
        remand.decidedIn === undefined ? currentIssues(state, remand.issueIds) : openIn(state, remand),
      instructions: remand.instructions
        .filter((instruction) => !isDealtWith(state, remand, instruction))
        .map((instruction) => {
          const { issueId, ...general } = instruction
          const current = issueId === undefined ? [] : currentIssues(state, [issueId])
          // An instruction about several issues counts for the whole remand.
          return current.length === 1 ? { ...instruction, issueId: current[0] as string } : general
        }),
    }))
    .filter(({ issueIds }) => issueIds.some((id) => issues.some((issue) => issue.id === id)))
}

export type SentBack = Fact<'remand.sentBack'>['data']
