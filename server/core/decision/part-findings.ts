import type { Finding } from '@portico/contract/decision-package'
import type { Part } from '@portico/contract/profile/text-parts'
import type { Block } from '@portico/contract/rich-text'
import { createRecogniser, type NamedAuthority, textsIn } from './authorities.ts'
import { textOf, withoutEmpty } from './boilerplate.ts'
import { type DecisionFacts, type DecisionIssue, issueTitle, sectionOf } from './facts.ts'
import { anchorsIn, hasText } from './rich-text.ts'

type Severity = 'refused' | 'warned' | undefined

/** Checks the evidence and authorities of each part, and that each decided issue has the parts it needs. */
export function partFindings(facts: DecisionFacts): { blockers: Finding[]; warnings: Finding[] } {
  const findings: { blockers: Finding[]; warnings: Finding[] } = { blockers: [], warnings: [] }
  const add = (severity: Severity, finding: Finding) => {
    if (severity !== undefined) findings[severity === 'refused' ? 'blockers' : 'warnings'].push(finding)
  }
  const { parts = [], withoutParts = 'checked', authorities } = facts.words.workProducts
  const recognise = authorities ? createRecogniser(authorities) : () => []
  for (const [index, issue] of facts.issues.entries()) {
    const blocks = withoutEmpty(facts, sectionOf(facts, issue.id))
    const name = `Issue ${index + 1}, “${issueTitle(facts.words, issue)}”,`
    const isStructured = blocks.some(({ part }) => part !== undefined)
    for (const part of parts) {
      const partBlocks = blocks.filter((block) => block.part === part.name && block.type !== 'heading')
      if (!needs(part, issue) || partBlocks.some((block) => hasText([block]))) continue
      if (!isStructured && (withoutParts === 'accepted' || !hasText(blocks))) continue
      const sentence = `${name} has no ${part.label}.`
      add(part.missing, { code: 'partMissing', sentence, issueId: issue.id })
    }
    const counts = new Map<string, number>()
    for (const block of blocks) {
      if (block.part === undefined) continue
      const place = { issueId: issue.id, blockId: block.id }
      const part = parts.find((part) => part.name === block.part)
      if (!part) {
        const sentence = `${name} has a block of the part ${block.part}, which the profile no longer has: it is printed where it stands.`
        add('warned', { code: 'partUnknown', sentence, ...place })
        continue
      }
      if (block.type === 'heading' || !hasText([block])) continue
      const count = (counts.get(part.name) ?? 0) + 1
      counts.set(part.name, count)
      const subject = `The ${part.label} ${count} of issue ${index + 1}`
      if (part.withoutEvidence && anchorsIn([block]).length === 0)
        add(part.withoutEvidence, {
          code: 'partWithoutEvidence',
          sentence: `${subject} cites no evidence.`,
          ...place,
        })
      if (part.withoutAuthority && !namesAuthority(facts, block, recognise))
        add(part.withoutAuthority, {
          code: 'partWithoutAuthority',
          sentence: `${subject} names no authority that the profile recognises.`,
          ...place,
        })
    }
  }
  return findings
}

function needs({ missing, dispositions }: Part, { decision }: DecisionIssue): boolean {
  if (missing === undefined || !decision) return false
  return dispositions === undefined || dispositions.includes(decision.disposition)
}

function namesAuthority(
  facts: DecisionFacts,
  block: Block,
  recognise: (text: string) => readonly NamedAuthority[],
): boolean {
  const content = block.type === 'boilerplate' ? textOf(facts, block).content : [block]
  return content.flatMap(textsIn).some((text) => recognise(text).length > 0)
}
