import type { Anchor } from '@portico/contract/anchors'
import type { EventType } from '@portico/contract/events'
import type { DispositionReason, IssueLeaving, NewIssue } from '@portico/contract/issues'
import { authorOf, type Recorded, Refusal } from '../kernel/decider.ts'
import { type HeldTask, heldAfter, heldTaskEvents } from '../work/held-tasks.ts'

export type CitedPlace = { anchor: Anchor; note?: string; isOrphaned: boolean; by: string; at: string }

export type IssueState = {
  words: NewIssue
  /** How it left the list, if it did. */
  left: 'split' | 'merged' | IssueLeaving['how'] | null
  /** The originally raised issues that it answers. */
  raisedIssueIds: string[]
  decision: {
    disposition: string
    reasons: DispositionReason[]
    instructions?: { text: string; reason?: string }[]
    note?: string
  } | null
  citations: Record<string, CitedPlace>
  /** The signed work product that locks it. */
  signedIn: string | null
  /** The remand that it is away on. */
  awayOn?: string
}

export type IssuesState = {
  /** The list, in order. */
  issueIds: string[]
  /** The next position at the end of the list. */
  nextPosition: number
  /** Every issue ever, listed or not. */
  issues: Record<string, IssueState>
  /** Which case those go on in that another case was given. */
  continued: Record<string, string>
  /** The open tasks of the case, for who decides its issues. */
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
      return listed({ ...state, issues: { ...state.issues, [issueId]: added } }, issueId, position)
    }
    case 'issue.edited':
      return changed(state, event.data.issueId, { words: wordsOf(event.data) })
    case 'issue.decided': {
      const { issueId, ...decision } = event.data
      return changed(state, issueId, { decision })
    }
    case 'issue.undecided':
      return changed(state, event.data.issueId, { decision: null })
    case 'issue.split':
      return gone(state, [event.data.issueId], 'split')
    case 'issue.merged':
      return gone(state, event.data.from, 'merged')
    case 'issue.removed':
      return back(gone(state, [event.data.issueId], event.data.how), event.data.issueId)
    case 'issue.restored': {
      const { issueId, position } = event.data
      return changed(listed(state, issueId, position), issueId, { left: null })
    }
    case 'case.issuesOrdered': {
      const { issueIds } = event.data
      return { ...state, issueIds, nextPosition: issueIds.length }
    }
    case 'issue.cited': {
      const { issueId, citationId, ...place } = event.data
      return cited(state, issueId, citationId, {
        ...place,
        isOrphaned: false,
        by: authorOf(event).name,
        at: event.at,
      })
    }
    case 'issue.uncited': {
      const { issueId, citationId } = event.data
      const { [citationId]: _, ...citations } = state.issues[issueId]?.citations ?? {}
      return changed(state, issueId, { citations })
    }
    case 'issue.citationMoved': {
      const { issueId, citationId, anchor } = event.data
      const place = state.issues[issueId]?.citations[citationId]
      return place ? cited(state, issueId, citationId, { ...place, anchor, isOrphaned: false }) : state
    }
    case 'issue.citationOrphaned': {
      const { issueId, citationId } = event.data
      const place = state.issues[issueId]?.citations[citationId]
      return place ? cited(state, issueId, citationId, { ...place, isOrphaned: true }) : state
    }
    case 'workProduct.signed': {
      const { workProductId: signedIn, dispositions } = event.data
      return dispositions.reduce((before, { issueId }) => changed(before, issueId, { signedIn }), state)
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
      return issueIds.reduce((before, id) => changed(before, id, away), state)
    }
    case 'remand.received': {
      const open = { decision: null, signedIn: null }
      return event.data.issueIds.reduce((before, id) => changed(before, id, open), state)
    }
    case 'remand.returned':
    case 'remand.ended':
      return event.data.issueIds.reduce(back, state)
    case 'case.linked': {
      const { direction, caseId, shared } = event.data
      if (direction !== 'to' || !shared) return state
      const moved = Object.fromEntries(shared.issues.map(({ id }) => [id, caseId]))
      return { ...state, continued: { ...state.continued, ...moved } }
    }
    default:
      return { ...state, tasks: heldAfter(state.tasks, event) }
  }
}

/** The subject of an issue, without its origin. */
function wordsOf({ issueType, benefitType, scope, description }: NewIssue): NewIssue {
  return {
    issueType,
    ...(benefitType === undefined ? {} : { benefitType }),
    ...(scope === undefined ? {} : { scope }),
    ...(description === undefined ? {} : { description }),
  }
}

function listed(state: IssuesState, issueId: string, position: number): IssuesState {
  return { ...state, issueIds: [...state.issueIds, issueId], nextPosition: position + 1 }
}

function changed(state: IssuesState, issueId: string, changes: Partial<IssueState>): IssuesState {
  const issue = state.issues[issueId]
  return issue ? { ...state, issues: { ...state.issues, [issueId]: { ...issue, ...changes } } } : state
}

function back(state: IssuesState, issueId: string): IssuesState {
  const issue = state.issues[issueId]
  if (!issue) return state
  const { awayOn: _, ...here } = issue
  return { ...state, issues: { ...state.issues, [issueId]: here } }
}

function cited(state: IssuesState, issueId: string, citationId: string, place: CitedPlace): IssuesState {
  return changed(state, issueId, { citations: { ...state.issues[issueId]?.citations, [citationId]: place } })
}

function gone(state: IssuesState, issueIds: string[], left: IssueState['left']): IssuesState {
  const listed = { ...state, issueIds: state.issueIds.filter((id) => !issueIds.includes(id)) }
  return issueIds.reduce((before, id) => changed(before, id, { left }), listed)
}

export function found(issueId: string, { issues }: IssuesState): IssueState {
  const issue = Object.hasOwn(issues, issueId) ? issues[issueId] : undefined
  if (!issue) throw new Refusal('notFound', 'There is no such issue in this case.')
  return issue
}

/** Listed, not locked by a signature, and not away. */
export function changeable(issueId: string, state: IssuesState): IssueState {
  const issue = found(issueId, state)
  if (issue.left) {
    const how = issue.left === 'ineligible' ? 'found ineligible' : issue.left
    throw new Refusal('stateForbids', `The issue is no longer in the list: it was ${how}.`)
  }
  if (issue.signedIn !== null) {
    throw new Refusal(
      'stateForbids',
      'A signed decision decides this issue: recall it before you change the issue.',
    )
  }
  if (issue.awayOn !== undefined) {
    throw new Refusal(
      'stateForbids',
      'The issue was sent back for more work: record the return of the remand before you change it.',
    )
  }
  return issue
}

export function undecided(issueId: string, state: IssuesState): IssueState {
  const issue = changeable(issueId, state)
  if (!issue.decision) return issue
  throw new Refusal('stateForbids', 'The issue is decided: withdraw the decision first.')
}

const mostIssues = 500

export function refuseTooMany({ issues }: IssuesState, added: number) {
  if (Object.keys(issues).length + added <= mostIssues) return
  throw new Refusal('stateForbids', `A case has at most ${mostIssues} issues, including removed ones.`)
}
