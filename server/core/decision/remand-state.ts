import type { Anchor } from '@portico/contract/anchors'
import type { Actor } from '@portico/contract/envelope'
import type { EventType } from '@portico/contract/events'
import type { DispositionReason } from '@portico/contract/issues'
import { type Instruction, isAway, type Remand, type RemandStatus } from '@portico/contract/remands'
import { authorOf, type Fact, type Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { type HeldTask, heldTaskEvents, tasksAfter } from '../work/held-tasks.ts'

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
        instructions: instructions.map((instruction) => ({ ...instruction, answers: [] })),
      }
      return withoutDecisions({ ...state, remands: [...state.remands, remand] }, issueIds)
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
        instructions: instructions.map((instruction) => ({ ...instruction, answers: [] })),
      }
      return withoutDecisions({ ...state, remands: [...state.remands, remand] }, issueIds)
    }
    case 'remand.mandateCorrected': {
      const { remandId, mandateOn } = event.data
      return withChange(state, remandId, ({ mandate }) => ({ mandate: mandate && { ...mandate, mandateOn } }))
    }
    case 'remand.progressed': {
      const { remandId, status, note } = event.data
      const progress = { status, ...withoutUndefined({ note }), ...attribution(event) }
      return withChange(state, remandId, () => ({ status, progress }))
    }
    case 'remand.returned': {
      const { remandId, documentIds, receivedOn, why, goesTo, goesToWhy } = event.data
      const returned = {
        receivedOn,
        documentIds,
        goesTo,
        ...withoutUndefined({ why, goesToWhy }),
        ...attribution(event),
      }
      return withChange(state, remandId, () => ({ status: 'returned', returned }))
    }
    case 'remand.answered': {
      const { remandId, instructionId, answerId: id, anchor, note } = event.data
      const answer = { id, anchor, ...withoutUndefined({ note }), ...attribution(event) }
      return withInstruction(state, { remandId, instructionId }, (instruction) => ({
        ...instruction,
        answers: [...instruction.answers, answer],
      }))
    }
    case 'remand.answerRemoved': {
      const { answerId } = event.data
      return withInstruction(state, event.data, (instruction) => ({
        ...instruction,
        answers: instruction.answers.filter(({ id }) => id !== answerId),
      }))
    }
    case 'remand.instructionJudged': {
      const { result, why } = event.data
      const judgment = { result, ...withoutUndefined({ why }), ...attribution(event) }
      return withInstruction(state, event.data, (instruction) => ({ ...instruction, judgment }))
    }
    case 'remand.ended': {
      const { remandId, how, why } = event.data
      return withChange(state, remandId, () => ({
        status: 'ended',
        ended: { how, why, ...attribution(event) },
      }))
    }
    case 'remand.resumed': {
      const { remandId, issueIds } = event.data
      return withChange(withoutDecisions(state, issueIds), remandId, ({ ended: _, progress, ...remand }) => ({
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
      return withoutDecisions(state, [event.data.issueId])
    case 'issue.split':
      return withDeparted(state, [event.data.issueId], event.data.into)
    case 'issue.merged':
      return withDeparted(state, event.data.from, [event.data.issueId])
    case 'issue.removed': {
      const { issueId } = event.data
      const leftAway = remandsAway(state).find(({ issueIds }) => issueIds.includes(issueId))?.id
      const { issues } = withDeparted(state, [issueId])
      const issue = issues[issueId]
      return {
        ...state,
        issues: issue ? { ...issues, [issueId]: { ...issue, ...withoutUndefined({ leftAway }) } } : issues,
        remands: withoutIssues(state.remands, [issueId]),
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
      const decidedIds = dispositions.map(({ issueId }) => issueId)
      const issues = { ...state.issues }
      for (const id of decidedIds) if (issues[id]) issues[id] = { ...issues[id], signedIn: workProductId }
      return {
        ...state,
        issues,
        signed: { ...state.signed, [workProductId]: signed },
        remands: state.remands.map((remand) =>
          remand.status === 'returned' &&
          currentIssues(state, remand.issueIds).some((id) => decidedIds.includes(id))
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
          const others = currentIssues({ issues }, remand.issueIds).flatMap(
            (id) => issues[id]?.signedIn ?? [],
          )
          return { ...remand, ...withoutUndefined({ decidedIn: others.at(-1) }) }
        }),
      }
    }
    default:
      return { ...state, tasks: tasksAfter(state.tasks, event) }
  }
}

export const remandsAway = ({ remands }: Pick<RemandsState, 'remands'>): RemandState[] =>
  remands.filter(({ status }) => isAway(status))

const attribution = (event: Recorded) => ({ by: authorOf(event).name, at: event.at })

function withChange(
  state: RemandsState,
  remandId: string,
  change: (remand: RemandState) => Partial<{ [Key in keyof RemandState]: RemandState[Key] | undefined }>,
): RemandsState {
  const remands = state.remands.map((remand) =>
    remand.id === remandId ? (withoutUndefined({ ...remand, ...change(remand) }) as RemandState) : remand,
  )
  return { ...state, remands }
}

function withInstruction(
  state: RemandsState,
  { remandId, instructionId }: { remandId: string; instructionId: string },
  change: (instruction: RemandInstruction) => RemandInstruction,
): RemandsState {
  return withChange(state, remandId, ({ instructions }) => ({
    instructions: instructions.map((instruction) =>
      instruction.id === instructionId ? change(instruction) : instruction,
    ),
  }))
}

function withoutDecisions(state: RemandsState, issueIds: readonly string[]): RemandsState {
  const issues = { ...state.issues }
  for (const id of issueIds) {
    const { decided: _, signedIn: __, leftAway: ___, ...issue } = issues[id] ?? { issueType: '' }
    issues[id] = issue
  }
  return { ...state, issues }
}

function withDeparted(state: RemandsState, issueIds: readonly string[], became?: string[]): RemandsState {
  const issues = { ...state.issues }
  for (const id of issueIds)
    if (issues[id]) issues[id] = { ...issues[id], hasLeft: true, ...withoutUndefined({ became }) }
  return { ...state, issues }
}

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

const withoutIssues = (remands: readonly RemandState[], issueIds: readonly string[]) =>
  remands.map((remand) =>
    isAway(remand.status)
      ? { ...remand, issueIds: remand.issueIds.filter((id) => !issueIds.includes(id)) }
      : remand,
  )

export type SentBack = Fact<'remand.sentBack'>['data']
