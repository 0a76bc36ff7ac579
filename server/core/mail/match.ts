import type { MatchCandidate, MatchReason } from '@portico/contract/mail'
import type { Contact } from '@portico/contract/parties'
import { isAddressOf, isNameOf } from './agreement.ts'
import type { DocketMention, PieceWords } from './references.ts'

type KnownCase = { caseId: string; docketNumber: string; isClosed: boolean }

/** The cases and parties that a piece may refer to, without purged cases. */
export type KnownMatches = {
  byId: readonly KnownCase[]
  byAlias: readonly (KnownCase & { source: string; externalId: string })[]
  /** Several cases may share a number: a remand keeps that of the case that it continues. */
  byDocketNumber: readonly KnownCase[]
  /** Parties that may be the sender, by last name, organization or address. */
  parties: readonly (KnownCase & {
    person?: { firstName: string; middleName?: string; lastName: string } | null
    organization?: string | null
    contact?: Contact | null
  })[]
  /** False if only some of these parties were read. */
  hasEveryParty: boolean
}

export type Verdict = {
  candidates: MatchCandidate[]
  /** Weaker candidates beyond the limit. */
  others: MatchCandidate[]
} & ({ caseId: string; reasons: MatchReason[]; why?: never } | { caseId?: never; why: string })

const maxCandidates = 20

/**
 * Matches a piece to a case: the one that it references; otherwise the one whose docket number it mentions, unless the sender
 * is a party of another; otherwise the only one with a party of the sender's name and address. Anything weaker, such as the
 * name alone, is left to a person, with the possible cases and reasons.
 */
export function matchPiece(
  piece: PieceWords,
  mentions: readonly DocketMention[],
  known: KnownMatches,
): Verdict {
  const candidatesById = new Map<string, MatchCandidate>()
  const addReason = ({ caseId, docketNumber, isClosed }: KnownCase, reason: MatchReason) => {
    const candidate = candidatesById.get(caseId) ?? { caseId, docketNumber, isClosed, reasons: [] }
    const isKnown = candidate.reasons.some(({ by, value }) => by === reason.by && value === reason.value)
    if (!isKnown) candidate.reasons.push(reason)
    candidatesById.set(caseId, candidate)
    return caseId
  }

  const referenced = new Set<string>()
  const mentioned = new Set<string>()
  const sendersCases = new Set<string>()
  for (const knownCase of known.byId)
    referenced.add(addReason(knownCase, { by: 'case', where: 'reference', value: knownCase.caseId }))
  for (const sameAlias of known.byAlias) {
    const value = `${sameAlias.source} ${sameAlias.externalId}`
    referenced.add(addReason(sameAlias, { by: 'alias', where: 'reference', value }))
  }
  for (const { number, where } of mentions) {
    const sameNumber = known.byDocketNumber.filter((knownCase) => isSame(knownCase.docketNumber, number))
    for (const knownCase of openFirst(sameNumber)) {
      const caseId = addReason(knownCase, { by: 'docketNumber', where, value: number })
      if (where === 'reference') referenced.add(caseId)
      else mentioned.add(caseId)
    }
  }
  const { name, address } = piece.sender
  for (const party of known.parties) {
    const hasName = name !== undefined && isNameOf(name, party)
    const hasAddress = address !== undefined && isAddressOf(address, party.contact)
    if (hasName) addReason(party, { by: 'name', where: 'sender', value: name })
    if (hasAddress) addReason(party, { by: 'address', where: 'sender', value: address })
    if (hasName && hasAddress) sendersCases.add(party.caseId)
  }

  const ranked = [...candidatesById.values()].toSorted(
    (a, b) => strength(b) - strength(a) || (a.caseId < b.caseId ? -1 : 1),
  )
  const candidates = ranked.slice(0, maxCandidates)
  const others = ranked.slice(maxCandidates)
  const matched = (caseId: string): Verdict => ({
    caseId,
    reasons: candidatesById.get(caseId)?.reasons ?? [],
    candidates,
    others,
  })
  const unmatched = (why: string): Verdict => ({ why, candidates, others })

  if (referenced.size > 1) return unmatched('The piece names several cases.')
  if (referenced.size === 1) return matched([...referenced][0] as string)
  if (hasReference(piece)) return unmatched('No case has the identifiers that the piece names.')
  if (mentioned.size > 1) return unmatched('Docket numbers of several cases stand in the piece.')
  if (mentioned.size === 1) {
    const [caseId] = [...mentioned] as [string]
    if (sendersCases.size === 0 || sendersCases.has(caseId)) return matched(caseId)
    return unmatched('A docket number stands in the piece, and its sender is a party of another case.')
  }
  const [best, ...more] = openFirst(ranked.filter(({ caseId }) => sendersCases.has(caseId)))
  if (best && more.length === 0 && known.hasEveryParty) return matched(best.caseId)
  if (best) return unmatched('The sender is a party of several cases.')
  if (candidates.length > 0) return unmatched('Only the name or the address of the sender fits a case.')
  return unmatched('Nothing in the piece says to which case it belongs.')
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const hasReference = ({ case: named }: PieceWords) =>
  named?.caseId !== undefined || named?.docketNumber !== undefined || (named?.aliases ?? []).length > 0

function openFirst<One extends { isClosed: boolean }>(cases: readonly One[]): readonly One[] {
  const open = cases.filter(({ isClosed }) => !isClosed)
  return open.length > 0 ? open : cases
}

const weights: Record<MatchReason['by'], number> = {
  case: 100,
  alias: 50,
  docketNumber: 20,
  address: 4,
  name: 3,
}
const strength = ({ reasons, isClosed }: MatchCandidate) =>
  reasons.reduce((sum, { by }) => sum + weights[by], isClosed ? -1 : 0)
