import type { Anchor } from '@portico/contract/anchors'
import type { EventType } from '@portico/contract/events'
import type { DispositionReason, IssueLeaving, NewIssue } from '@portico/contract/issues'
import { authorOf, type Recorded, Refusal } from '../kernel/decider.ts'
import { type HeldTask, heldTaskEvents, tasksAfter } from '../work/held-tasks.ts'

export type CitedPlace = { anchor: Anchor; note?: string; isOrphaned: boolean; by: string; at: string }

export type IssueState = {
  words: NewIssue
  /** How it was removed from the list, if it was. */
  left: 'split' | 'merged' | IssueLeaving['how'] | null
  /** The originally raised issues that it covers. */
  raisedIssueIds: string[]
  decision: {
    disposition: string
    reasons: DispositionReason[]
    instructions?: { text: string; reason?: string }[]
    note?: string
  } | null
  citations: Record<string, CitedPlace>
  /** The signed work product that decides it. */
  signedIn: string | null
  /** The remand that it is on. */
  awayOn?: string
}

export type IssuesState = {
  /** The issues on the list, in order. */
  issueIds: string[]
  /** The next position at the end of the list. */
  nextPosition: number
  /** All issues, including removed ones. */
  issues: Record<string, IssueState>
  /** By issue that continues in another case, that case. */
  continued: Record<string, string>
  /** The open tasks of the case, which determine who decides its issues. */
  tasks: HeldTask[]
}

export const issueEventTypes: readonly EventType[] = [
  'issue.added',
  'issue.edited',
  'issue.decided',
  'issue.undecided',
  'issue.split',
  'issue.merged',
  'issue.removed',
  'issue.restored',
  'issue.cited',
  'issue.uncited',
  'issue.citationMoved',
  'issue.citationOrphaned',
  'case.issuesOrdered',
  'workProduct.signed',
  'workProduct.recalled',
  'remand.sentBack',
  'remand.received',
  'remand.returned',
  'remand.ended',
  'remand.resumed',
  'case.linked',
  ...heldTaskEvents,
]

export function evolve(state: IssuesState, event: Recorded): IssuesState {
  switch (event.type) {
    case 'issue.added': {
      const { issueId, position, raisedIssueIds = [issueId] } = event.data
      const words = wordsOf(event.data)
      const added = { words, left: null, raisedIssueIds, decision: null, citations: {}, signedIn: null }
      return withListed({ ...state, issues: { ...state.issues, [issueId]: added } }, issueId, position)
    }
    case 'issue.edited':
      return withChanges(state, event.data.issueId, { words: wordsOf(event.data) })
    case 'issue.decided': {
      const { issueId, ...decision } = event.data
      return withChanges(state, issueId, { decision })
    }
    case 'issue.undecided':
      return withChanges(state, event.data.issueId, { decision: null })
    case 'issue.split':
      return withRemoved(state, [event.data.issueId], 'split')
    case 'issue.merged':
      return withRemoved(state, event.data.from, 'merged')
    case 'issue.removed':
      return withoutRemand(withRemoved(state, [event.data.issueId], event.data.how), event.data.issueId)
    case 'issue.restored': {
      const { issueId, position } = event.data
      return withChanges(withListed(state, issueId, position), issueId, { left: null })
    }
    case 'case.issuesOrdered': {
      const { issueIds } = event.data
      return { ...state, issueIds, nextPosition: issueIds.length }
    }
    case 'issue.cited': {
      const { issueId, citationId, ...place } = event.data
      return withCitation(state, issueId, citationId, {
        ...place,
        isOrphaned: false,
        by: authorOf(event).name,
        at: event.at,
      })
    }
    case 'issue.uncited': {
      const { issueId, citationId } = event.data
      const { [citationId]: _, ...citations } = state.issues[issueId]?.citations ?? {}
      return withChanges(state, issueId, { citations })
    }
    case 'issue.citationMoved': {
      const { issueId, citationId, anchor } = event.data
      const place = state.issues[issueId]?.citations[citationId]
      return place ? withCitation(state, issueId, citationId, { ...place, anchor, isOrphaned: false }) : state
    }
    case 'issue.citationOrphaned': {
      const { issueId, citationId } = event.data
      const place = state.issues[issueId]?.citations[citationId]
      return place ? withCitation(state, issueId, citationId, { ...place, isOrphaned: true }) : state
    }
    case 'workProduct.signed': {
      const { workProductId: signedIn, dispositions } = event.data
      return dispositions.reduce((before, { issueId }) => withChanges(before, issueId, { signedIn }), state)
    }
    case 'workProduct.recalled': {
      const { workProductId } = event.data
      const issues = Object.entries(state.issues).map(([id, issue]) => [
        id,
        issue.signedIn === workProductId ? { ...issue, signedIn: null } : issue,
      ])
      return { ...state, issues: Object.fromEntries(issues) }
    }
    case 'remand.sentBack':
    case 'remand.resumed': {
      const { remandId: awayOn, issueIds } = event.data
      const away = { decision: null, signedIn: null, awayOn }
      return issueIds.reduce((before, id) => withChanges(before, id, away), state)
    }
    case 'remand.received': {
      const open = { decision: null, signedIn: null }
      return event.data.issueIds.reduce((before, id) => withChanges(before, id, open), state)
    }
    case 'remand.returned':
    case 'remand.ended':
      return event.data.issueIds.reduce(withoutRemand, state)
    case 'case.linked': {
      const { direction, caseId, shared } = event.data
      if (direction !== 'to' || !shared) return state
      const moved = Object.fromEntries(shared.issues.map(({ id }) => [id, caseId]))
      return { ...state, continued: { ...state.continued, ...moved } }
    }
    default:
      return { ...state, tasks: tasksAfter(state.tasks, event) }
  }
}

/** The fields of an issue that describe its subject. */
function wordsOf({ issueType, benefitType, scope, description }: NewIssue): NewIssue {
  return {
    issueType,
    ...(benefitType === undefined ? {} : { benefitType }),
    ...(scope === undefined ? {} : { scope }),
    ...(description === undefined ? {} : { description }),
  }
}

function withListed(state: IssuesState, issueId: string, position: number): IssuesState {
  return { ...state, issueIds: [...state.issueIds, issueId], nextPosition: position + 1 }
}

function withChanges(state: IssuesState, issueId: string, changes: Partial<IssueState>): IssuesState {
  const issue = state.issues[issueId]
  return issue ? { ...state, issues: { ...state.issues, [issueId]: { ...issue, ...changes } } } : state
}

function withoutRemand(state: IssuesState, issueId: string): IssuesState {
  const issue = state.issues[issueId]
  if (!issue) return state
  const { awayOn: _, ...here } = issue
  return { ...state, issues: { ...state.issues, [issueId]: here } }
}

function withCitation(
  state: IssuesState,
  issueId: string,
  citationId: string,
  place: CitedPlace,
): IssuesState {
  return withChanges(state, issueId, {
    citations: { ...state.issues[issueId]?.citations, [citationId]: place },
  })
}

function withRemoved(state: IssuesState, issueIds: string[], left: IssueState['left']): IssuesState {
  const withListed = { ...state, issueIds: state.issueIds.filter((id) => !issueIds.includes(id)) }
  return issueIds.reduce((before, id) => withChanges(before, id, { left }), withListed)
}

export function findIssue(issueId: string, { issues }: IssuesState): IssueState {
  const issue = Object.hasOwn(issues, issueId) ? issues[issueId] : undefined
  if (!issue) throw new Refusal('notFound', 'There is no such issue in this case.')
  return issue
}

/** Finds an issue that is on the list, not in a signed decision, and not on remand. */
export function requireChangeable(issueId: string, state: IssuesState): IssueState {
  const issue = findIssue(issueId, state)
  if (issue.left) {
    const how = issue.left === 'ineligible' ? 'found ineligible' : issue.left
    throw new Refusal('stateForbids', `The issue is no longer on the list: it was ${how}.`)
  }
  if (issue.signedIn !== null) {
    throw new Refusal(
      'stateForbids',
      'The issue is in a signed decision: recall the decision before changing the issue.',
    )
  }
  if (issue.awayOn !== undefined) {
    throw new Refusal(
      'stateForbids',
      'The issue is on remand: record the return of the remand before changing the issue.',
    )
  }
  return issue
}

export function requireUndecided(issueId: string, state: IssuesState): IssueState {
  const issue = requireChangeable(issueId, state)
  if (!issue.decision) return issue
  throw new Refusal('stateForbids', 'The issue is decided: withdraw the decision first.')
}

const maxIssues = 500

export function refuseTooMany({ issues }: IssuesState, added: number) {
  if (Object.keys(issues).length + added <= maxIssues) return
  throw new Refusal('stateForbids', `A case has at most ${maxIssues} issues, including removed ones.`)
}
