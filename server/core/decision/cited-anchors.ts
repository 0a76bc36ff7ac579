import type { Anchor } from '@portico/contract/anchors'
import { type DecisionFacts, sectionOf } from './facts.ts'
import { anchorsIn } from './rich-text.ts'

/** Every cited place in text order, then the other evidence of the issues and the answers to what was sent back. */
export function citedAnchors(facts: DecisionFacts): { anchor: Anchor; issueId?: string }[] {
  const { content, issues, remands = [] } = facts
  const ofIssue = (issueId: string, anchors: readonly Anchor[]) =>
    anchors.map((anchor) => ({ anchor, issueId }))
  return [
    ...anchorsIn(content.opening).map((anchor) => ({ anchor })),
    ...issues.flatMap(({ id }) => ofIssue(id, anchorsIn(sectionOf(facts, id)))),
    ...anchorsIn(content.closing).map((anchor) => ({ anchor })),
    ...issues.flatMap(({ id, evidence }) => ofIssue(id, evidence)),
    ...remands.flatMap(({ instructions }) =>
      instructions.flatMap(({ answers, issueId }) =>
        answers.map(({ anchor }) => ({ anchor, ...(issueId === undefined ? {} : { issueId }) })),
      ),
    ),
  ]
}
