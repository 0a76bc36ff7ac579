import type { Finding } from '@portico/contract/decision-package'
import { partyName } from '../party/names.ts'
import { citedAnchors } from './cited-anchors.ts'
import { type DecisionFacts, type DecisionParty, versionKey } from './facts.ts'
import { recipientsOf } from './recipients.ts'

/** Citations of documents that some recipient of the decision may not see: it would tell them what is in these. */
export function unseenCitations(facts: DecisionFacts): Finding[] {
  const { readers, versions } = facts
  if (!readers || readers.size === 0) return []
  const told = new Set<string>()
  return citedAnchors(facts).flatMap(({ anchor, issueId }): Finding[] => {
    const { documentId, page } = anchor
    const sides = readers.get(documentId)
    if (!sides || told.has(documentId)) return []
    const unable = recipientsOf(facts).find((party) => !sideOf(party, facts).some((id) => sides.has(id)))
    if (!unable) return []
    told.add(documentId)
    const name = versions.get(versionKey(anchor))?.name ?? documentId
    const sentence = `The citation of page ${page} is of “${name}”, which ${partyName(unable)} may not see but would read of in the decision: cite what every recipient may see.`
    return [
      {
        code: 'citationUnseen',
        sentence,
        anchor,
        documentIds: [documentId],
        partyId: unable.id,
        ...(issueId === undefined ? {} : { issueId }),
      },
    ]
  })
}

/** A party, whoever represents them, and whomever they represent. */
function sideOf({ id, representation }: DecisionParty, { parties }: DecisionFacts): string[] {
  const clients = parties.filter(
    (other) => other.representation?.isInForce && other.representation.representativeId === id,
  )
  const own = representation?.isInForce ? [representation.representativeId] : []
  return [id, ...own, ...clients.map((client) => client.id)]
}
