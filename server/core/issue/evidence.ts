import type { Anchor } from '@portico/contract/anchors'
import { isSameAnchor, refuseTwistedBox } from '../file/anchors.ts'
import { type Fact, Refusal } from '../kernel/decider.ts'
import type { IssueCommandOf } from './commands.ts'
import { type CitedPlace, findIssue, type IssueState, type IssuesState, requireChangeable } from './state.ts'

const maxCitations = 1000

/** Citing the same place twice does nothing. */
export function cite(command: IssueCommandOf<'cite'>, state: IssuesState): Fact[] {
  const { issueId, citationId, anchor } = command
  const issue = requireChangeable(issueId, state)
  if (anchor.rect) refuseTwistedBox(anchor.rect)
  if (citationOf(issue, anchor) !== undefined) return []
  if (Object.keys(issue.citations).length >= maxCitations) {
    throw new Refusal(
      'stateForbids',
      `An issue has at most ${maxCitations} citations, and this one has them all.`,
    )
  }
  return [citedFact(issueId, citationId, anchor, command.note?.trim())]
}

/** The ID of the issue's citation of this place. */
export function citationOf({ citations }: IssueState, anchor: Anchor): string | undefined {
  return Object.entries(citations).find(([, place]) => isSameAnchor(place.anchor, anchor))?.[0]
}

export function uncite({ issueId, citationId }: IssueCommandOf<'uncite'>, state: IssuesState): Fact[] {
  if (!Object.hasOwn(findIssue(issueId, state).citations, citationId)) return []
  requireChangeable(issueId, state)
  return [{ type: 'issue.uncited', subject: issueId, data: { issueId, citationId } }]
}

/** Skips citations that have moved in the meantime, and those in a signed decision. */
export function followCitations({ places }: IssueCommandOf<'followCitations'>, state: IssuesState): Fact[] {
  return places.flatMap(({ issueId, citationId, from, found }): Fact[] => {
    const issue = Object.hasOwn(state.issues, issueId) ? state.issues[issueId] : undefined
    const place = issue && Object.hasOwn(issue.citations, citationId) && issue.citations[citationId]
    if (!place || issue.signedIn !== null || !isSameAnchor(place.anchor, from)) return []
    if (found) {
      return [{ type: 'issue.citationMoved', subject: issueId, data: { issueId, citationId, anchor: found } }]
    }
    return place.isOrphaned ? [] : [orphanedFact(issueId, citationId)]
  })
}

/** The combined evidence of issues for the one that replaces them, without duplicates. */
export function combinedEvidence(issues: readonly IssueState[], issueId: string): Fact[] {
  const citations: [string, CitedPlace][] = []
  for (const [citationId, place] of issues.flatMap(({ citations }) => Object.entries(citations))) {
    const isDuplicate = citations.some(
      ([id, { anchor }]) => id === citationId || isSameAnchor(anchor, place.anchor),
    )
    if (!isDuplicate) citations.push([citationId, place])
  }
  return citations.flatMap(([citationId, { anchor, note, isOrphaned }]) => [
    citedFact(issueId, citationId, anchor, note),
    ...(isOrphaned ? [orphanedFact(issueId, citationId)] : []),
  ])
}

function citedFact(issueId: string, citationId: string, anchor: Anchor, note?: string): Fact {
  const place = { anchor, ...(note ? { note } : {}) }
  return { type: 'issue.cited', subject: issueId, data: { issueId, citationId, ...place } }
}

function orphanedFact(issueId: string, citationId: string): Fact {
  return { type: 'issue.citationOrphaned', subject: issueId, data: { issueId, citationId } }
}
