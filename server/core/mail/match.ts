import type { MatchCandidate, MatchReason } from '@portico/contract/mail'
import type { Contact } from '@portico/contract/parties'
import { isAddressOf, isNameOf } from './agreement.ts'
import type { DocketMention, PieceWords } from './references.ts'

type KnownCase = { caseId: string; docketNumber: string; isClosed: boolean }

/** What the tables know of what a piece mentions. Purged cases are not among it. */
export type Mentioned = {
  /** By its id. */
  byId: readonly KnownCase[]
  byAlias: readonly (KnownCase & { source: string; externalId: string })[]
  /** A remand has the number of the case that it continues. */
  byDocketNumber: readonly KnownCase[]
  /** Parties whose last name, organization or address may be that of the sender. */
  parties: readonly (KnownCase & {
    person?: { firstName: string; middleName?: string; lastName: string } | null
    organization?: string | null
    contact?: Contact | null
  })[]
  /** False if there are more such parties than were read. */
  hasEveryParty: boolean
}

export type Verdict = {
  candidates: MatchCandidate[]
  /** More that fit no better. */
  others: MatchCandidate[]
} & ({ caseId: string; reasons: MatchReason[]; why?: never } | { caseId?: never; why: string })

const mostCandidates = 20

/**
 * To which case a piece belongs: the one that it names; else the one whose docket number somebody wrote, unless the sender
 * is known from another; else the only one with a party of both the name and the address of the sender. Everything less is
 * left to a person, a name alone above all: the cases that it may be are given with the reasons.
 */
export function matchPiece(piece: PieceWords, mentions: readonly DocketMention[], known: Mentioned): Verdict {
  const found = new Map<string, MatchCandidate>()
  const note = ({ caseId, docketNumber, isClosed }: KnownCase, reason: MatchReason) => {
    const one = found.get(caseId) ?? { caseId, docketNumber, isClosed, reasons: [] }
    const isSaid = one.reasons.some(({ by, value }) => by === reason.by && value === reason.value)
    if (!isSaid) one.reasons.push(reason)
    found.set(caseId, one)
    return caseId
  }

  const named = new Set<string>()
  const written = new Set<string>()
  const ofSender = new Set<string>()
  for (const knownCase of known.byId)
    named.add(note(knownCase, { by: 'case', where: 'reference', value: knownCase.caseId }))
  for (const sameAlias of known.byAlias) {
    const value = `${sameAlias.source} ${sameAlias.externalId}`
    named.add(note(sameAlias, { by: 'alias', where: 'reference', value }))
  }
  for (const { number, where } of mentions) {
    const all = known.byDocketNumber.filter((knownCase) => isSame(knownCase.docketNumber, number))
    for (const knownCase of openFirst(all)) {
      const caseId = note(knownCase, { by: 'docketNumber', where, value: number })
      if (where === 'reference') named.add(caseId)
      else written.add(caseId)
    }
  }
  const { name, address } = piece.sender
  for (const party of known.parties) {
    const hasName = name !== undefined && isNameOf(name, party)
    const hasAddress = address !== undefined && isAddressOf(address, party.contact)
    if (hasName) note(party, { by: 'name', where: 'sender', value: name })
    if (hasAddress) note(party, { by: 'address', where: 'sender', value: address })
    if (hasName && hasAddress) ofSender.add(party.caseId)
  }

  const ranked = [...found.values()].toSorted(
    (a, b) => strength(b) - strength(a) || (a.caseId < b.caseId ? -1 : 1),
  )
  const candidates = ranked.slice(0, mostCandidates)
  const others = ranked.slice(mostCandidates)
  const matched = (caseId: string): Verdict => ({
    caseId,
    reasons: found.get(caseId)?.reasons ?? [],
    candidates,
    others,
  })
  const left = (why: string): Verdict => ({ why, candidates, others })

  if (named.size > 1) return left('The piece names several cases.')
  if (named.size === 1) return matched([...named][0] as string)
  if (isNaming(piece)) return left('No case has the identifiers that the piece names.')
  if (written.size > 1) return left('Docket numbers of several cases stand in the piece.')
  if (written.size === 1) {
    const [one] = [...written] as [string]
    if (ofSender.size === 0 || ofSender.has(one)) return matched(one)
    return left('A docket number stands in the piece, and its sender is a party of another case.')
  }
  const [one, ...more] = openFirst(ranked.filter(({ caseId }) => ofSender.has(caseId)))
  if (one && more.length === 0 && known.hasEveryParty) return matched(one.caseId)
  if (one) return left('The sender is a party of several cases.')
  if (candidates.length > 0) return left('Only the name or the address of the sender fits a case.')
  return left('Nothing in the piece says to which case it belongs.')
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const isNaming = ({ case: named }: PieceWords) =>
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
