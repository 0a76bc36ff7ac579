import { isAway } from '@portico/contract/remands'
import { authorOf, type Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { RemandState, RemandsState } from './remand-state.ts'

/** The issues that remands are about, as they are decided, split, merged and removed. */
export function evolveIssues(state: RemandsState, event: Recorded): RemandsState {
  switch (event.type) {
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
      const leftAway = state.remands.find(
        ({ status, issueIds }) => isAway(status) && issueIds.includes(issueId),
      )?.id
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
    default:
      return state
  }
}

/** The decisions that are signed, released and recalled, with the remands that they decide. */
export function evolveDecisions(state: RemandsState, event: Recorded): RemandsState {
  switch (event.type) {
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
      return state
  }
}

export function undecided(state: RemandsState, issueIds: readonly string[]): RemandsState {
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

const without = (remands: readonly RemandState[], issueIds: readonly string[]) =>
  remands.map((remand) =>
    isAway(remand.status)
      ? { ...remand, issueIds: remand.issueIds.filter((id) => !issueIds.includes(id)) }
      : remand,
  )
