import type { Anchor } from '@portico/contract/anchors'
import { type DecisionFacts, sectionOf } from './facts.ts'
import { inReadingOrder, layOut } from './layout.ts'
import { anchorsIn } from './rich-text.ts'
import { structureOf } from './structure.ts'

/** Every cited place in the printed order of the text, then the other evidence of the issues, then the answers to remand instructions. */
export function citedAnchors(facts: DecisionFacts): { anchor: Anchor; issueId?: string }[] {
  const { content, issues, remands = [] } = facts
  const withIssue = (issueId: string | undefined, anchors: readonly Anchor[]) =>
    anchors.map((anchor) => ({ anchor, ...(issueId === undefined ? {} : { issueId }) }))
  const sections = [
    { part: 'opening' as const, content: content.opening },
    ...issues.map(({ id }) => ({ part: 'issue' as const, issueId: id, content: sectionOf(facts, id) })),
    { part: 'closing' as const, content: content.closing },
  ]
  return [
    ...inReadingOrder(layOut(sections, structureOf(facts))).flatMap(({ block, issueId }) =>
      withIssue(issueId, anchorsIn([block])),
    ),
    ...issues.flatMap(({ id, evidence }) => withIssue(id, evidence)),
    ...remands.flatMap(({ instructions }) =>
      instructions.flatMap(({ answers, issueId }) =>
        withIssue(
          issueId,
          answers.map(({ anchor }) => anchor),
        ),
      ),
    ),
  ]
}
