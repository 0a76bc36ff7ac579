import type { Finding } from '@portico/contract/decision-package'
import type { DecisionFacts } from './facts.ts'
import type { RemandInstruction } from './remand-state.ts'

/**
 * Instructions that nobody has judged, and those that are not satisfied although their issue is not sent back again:
 * a remand gives a right to compliance with its orders (Stegall v. West, 11 Vet. App. 268 (1998)).
 */
export function remandFindings(facts: DecisionFacts): { blockers: Finding[]; warnings: Finding[] } {
  const { unanswered = 'refused', notSatisfied = 'warned' } = facts.words.remands ?? {}
  const found: { blockers: Finding[]; warnings: Finding[] } = { blockers: [], warnings: [] }
  for (const { instructions, issueIds } of facts.remands ?? []) {
    for (const instruction of instructions) {
      const { text, judgment, issueId } = instruction
      if (isSentBackAgain(facts, instruction, issueIds)) continue
      const named = issueId === undefined ? {} : { issueId }
      if (!judgment) {
        const sentence = `Nobody has said whether the instruction “${short(text)}” is satisfied.`
        const list = unanswered === 'refused' ? found.blockers : found.warnings
        list.push({ code: 'instructionUnanswered', sentence, ...named })
      } else if (judgment.result === 'notSatisfied') {
        const sentence = `The instruction “${short(text)}” is not satisfied: ${judgment.why ?? ''}`
        const list = notSatisfied === 'refused' ? found.blockers : found.warnings
        list.push({ code: 'instructionNotSatisfied', sentence, ...named })
      }
    }
  }
  return found
}

/** Or it ends without a decision on what it is about, as by death. */
function isSentBackAgain(
  { issues, words }: DecisionFacts,
  { issueId }: RemandInstruction,
  issueIds: readonly string[],
): boolean {
  const meant = issues.filter(({ id }) => (issueId === undefined ? issueIds.includes(id) : id === issueId))
  return meant.every(({ decision }) => {
    const known = words.dispositions.find(({ name }) => name === decision?.disposition)
    return known?.sendsBack === true || known?.needsEvidence === false
  })
}

const short = (text: string) => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
