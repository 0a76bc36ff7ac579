import type { Finding } from '@portico/contract/decision-package'
import { citedAnchors } from './cited-anchors.ts'
import { type DecisionFacts, type DecisionParty, partyName, versionKey } from './facts.ts'
import { recipientsOf } from './recipients.ts'

/** Citations of documents that a recipient of the decision may not see, and whose content it would reveal. */
export function unseenCitations(facts: DecisionFacts): Finding[] {
  const { readers, versions } = facts
  if (!readers || readers.size === 0) return []
  const reported = new Set<string>()
  return citedAnchors(facts).flatMap(({ anchor, issueId }): Finding[] => {
    const { documentId, page } = anchor
    const sides = readers.get(documentId)
    if (!sides || reported.has(documentId)) return []
    const excluded = recipientsOf(facts).find((party) => !sideOf(party, facts).some((id) => sides.has(id)))
    if (!excluded) return []
    reported.add(documentId)
    const name = versions.get(versionKey(anchor))?.name ?? documentId
    const sentence = `The citation of page ${page} is of “${name}”, which ${partyName(excluded)} may not see but would read of in the decision: cite what every recipient may see.`
    return [
      {
        code: 'citationUnseen',
        sentence,
        anchor,
        documentIds: [documentId],
        partyId: excluded.id,
        ...(issueId === undefined ? {} : { issueId }),
      },
    ]
  })
}

/** A party, their representative, and their clients. */
function sideOf({ id, representation }: DecisionParty, { parties }: DecisionFacts): string[] {
  const clients = parties.filter(
    (other) => other.representation?.isInForce && other.representation.representativeId === id,
  )
  const representatives = representation?.isInForce ? [representation.representativeId] : []
  return [id, ...representatives, ...clients.map((client) => client.id)]
}
