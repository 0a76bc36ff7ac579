import type { Finding } from '@portico/contract/decision-package'
import type { DecisionFacts } from './facts.ts'
import type { RemandInstruction } from './remand-state.ts'

/**
 * Instructions that are not judged, and those not satisfied whose issue is not remanded again: a remand gives a right to
 * compliance with its orders (Stegall v. West, 11 Vet. App. 268 (1998)).
 */
export function remandFindings(facts: DecisionFacts): { blockers: Finding[]; warnings: Finding[] } {
  const { unanswered = 'refused', notSatisfied = 'warned' } = facts.words.remands ?? {}
  const findings: { blockers: Finding[]; warnings: Finding[] } = { blockers: [], warnings: [] }
  for (const { instructions, issueIds } of facts.remands ?? []) {
    for (const instruction of instructions) {
      const { text, judgment, issueId } = instruction
      if (isSentBackAgain(facts, instruction, issueIds)) continue
      const place = issueId === undefined ? {} : { issueId }
      if (!judgment) {
        const sentence = `Nobody has said whether the instruction “${shorten(text)}” is satisfied.`
        const list = unanswered === 'refused' ? findings.blockers : findings.warnings
        list.push({ code: 'instructionUnanswered', sentence, ...place })
      } else if (judgment.result === 'notSatisfied') {
        const sentence = `The instruction “${shorten(text)}” is not satisfied: ${judgment.why ?? ''}`
        const list = notSatisfied === 'refused' ? findings.blockers : findings.warnings
        list.push({ code: 'instructionNotSatisfied', sentence, ...place })
      }
    }
  }
  return findings
}

/** Or disposed of without a decision on the merits, as after a death. */
function isSentBackAgain(
  { issues, words }: DecisionFacts,
  { issueId }: RemandInstruction,
  issueIds: readonly string[],
): boolean {
  const concernedIssues = issues.filter(({ id }) =>
    issueId === undefined ? issueIds.includes(id) : id === issueId,
  )
  return concernedIssues.every(({ decision }) => {
    const disposition = words.dispositions.find(({ name }) => name === decision?.disposition)
    return disposition?.sendsBack === true || disposition?.needsEvidence === false
  })
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
