import type { Anchor } from '@portico/contract/anchors'
import { type DecisionFacts, sectionOf } from './facts.ts'
import { anchorsIn } from './rich-text.ts'

/** Every cited place in text order, then the other evidence of the issues. */
export function citedAnchors(facts: DecisionFacts): { anchor: Anchor; issueId?: string }[] {
  const { content, issues } = facts
  const ofIssue = (issueId: string, anchors: readonly Anchor[]) =>
    anchors.map((anchor) => ({ anchor, issueId }))
  return [
    ...anchorsIn(content.opening).map((anchor) => ({ anchor })),
    ...issues.flatMap(({ id }) => ofIssue(id, anchorsIn(sectionOf(facts, id)))),
    ...anchorsIn(content.closing).map((anchor) => ({ anchor })),
    ...issues.flatMap(({ id, evidence }) => ofIssue(id, evidence)),
  ]
}
