import type { Anchor } from '@portico/contract/anchors'
import { isSameAnchor, refuseTwistedBox } from '../file/anchors.ts'
import { type Fact, Refusal } from '../kernel/decider.ts'
import type { IssueCommandOf } from './commands.ts'
import { type CitedPlace, changeable, found, type IssueState, type IssuesState } from './state.ts'

const mostCitations = 1000

/** Idempotent for the same place. */
export function cite(command: IssueCommandOf<'cite'>, state: IssuesState): Fact[] {
  const { issueId, citationId, anchor } = command
  const issue = changeable(issueId, state)
  if (anchor.rect) refuseTwistedBox(anchor.rect)
  if (citationOf(issue, anchor) !== undefined) return []
  if (Object.keys(issue.citations).length >= mostCitations) {
    throw new Refusal('stateForbids', `An issue cites at most ${mostCitations} places.`)
  }
  return [citing(issueId, citationId, anchor, command.note?.trim())]
}

/** The ID of the issue's citation of this place. */
export function citationOf({ citations }: IssueState, anchor: Anchor): string | undefined {
  return Object.entries(citations).find(([, place]) => isSameAnchor(place.anchor, anchor))?.[0]
}

export function uncite({ issueId, citationId }: IssueCommandOf<'uncite'>, state: IssuesState): Fact[] {
  if (!Object.hasOwn(found(issueId, state).citations, citationId)) return []
  changeable(issueId, state)
  return [{ type: 'issue.uncited', subject: issueId, data: { issueId, citationId } }]
}

/** Only citations that have not moved meanwhile; those of a signed decision stay as signed. */
export function followCitations({ places }: IssueCommandOf<'followCitations'>, state: IssuesState): Fact[] {
  return places.flatMap(({ issueId, citationId, from, found }): Fact[] => {
    const issue = Object.hasOwn(state.issues, issueId) ? state.issues[issueId] : undefined
    const place = issue && Object.hasOwn(issue.citations, citationId) && issue.citations[citationId]
    if (!place || issue.signedIn !== null || !isSameAnchor(place.anchor, from)) return []
    if (found) {
      return [{ type: 'issue.citationMoved', subject: issueId, data: { issueId, citationId, anchor: found } }]
    }
    return place.isOrphaned ? [] : [orphaning(issueId, citationId)]
  })
}

/** The combined evidence of issues for the one that replaces them, without duplicates. */
export function carried(issues: readonly IssueState[], issueId: string): Fact[] {
  const kept: [string, CitedPlace][] = []
  for (const [citationId, place] of issues.flatMap(({ citations }) => Object.entries(citations))) {
    const isKept = kept.some(([id, { anchor }]) => id === citationId || isSameAnchor(anchor, place.anchor))
    if (!isKept) kept.push([citationId, place])
  }
  return kept.flatMap(([citationId, { anchor, note, isOrphaned }]) => [
    citing(issueId, citationId, anchor, note),
    ...(isOrphaned ? [orphaning(issueId, citationId)] : []),
  ])
}

function citing(issueId: string, citationId: string, anchor: Anchor, note?: string): Fact {
  const place = { anchor, ...(note ? { note } : {}) }
  return { type: 'issue.cited', subject: issueId, data: { issueId, citationId, ...place } }
}

function orphaning(issueId: string, citationId: string): Fact {
  return { type: 'issue.citationOrphaned', subject: issueId, data: { issueId, citationId } }
}
