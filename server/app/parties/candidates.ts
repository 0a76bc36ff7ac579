import { hash } from 'node:crypto'
import type { Candidate, CandidateList, DirectoryRecord, PartyAlias, Sought } from '@portico/contract/parties'
import { Refusal } from '../../core/kernel/decider.ts'
import { compareWith } from '../../core/party/nearness.ts'
import { dayOf } from '../../core/time/moments.ts'
import { representedCases, sensitivityOf } from '../../projections/case-access.ts'
import { type FoundParty, findSought, knownAs } from '../../projections/find-parties.ts'
import { thoseOnCase } from '../../projections/parties.ts'
import type { Database } from '../../store/db.ts'

/** What a directory of record knows of whom is sought, for a case of a sensitivity. Undefined where none is bound. */
export type AskDirectory = (sought: Sought, sensitivity: number) => Promise<DirectoryAnswer | undefined>
export type DirectoryAnswer = {
  binding: string
  records: readonly Pick<DirectoryRecord, 'identifiers' | 'person' | 'organization' | 'asOf'>[]
  /** Why it could not be asked. */
  why?: string
}

const mostCandidates = 20
const mostFound = 200

/** Who somebody may be, with the reasons. A person chooses: nothing is matched here. */
export function openCandidates({ db, clock }: { db: Database; clock: () => Date }) {
  return async (
    caseId: string,
    sought: Sought,
    { memberId, upTo }: { memberId: string; upTo: number | undefined },
    ask: AskDirectory,
  ): Promise<CandidateList> => {
    refuseVague(sought)
    const ofCase = await sensitivityOf(db, caseId)
    const sensitivity = Math.min(upTo ?? -1, ofCase)
    const barred = await representedCases(db, memberId, dayOf(clock()))
    const [found, answer] = await Promise.all([
      findSought(db, sought, { sensitivity, barred, limit: mostFound }),
      ask(sought, ofCase),
    ])
    const known = found.map((one) => ({ ...candidateOf(sought, one), from: 'platform' as const }))
    const records = answer?.records ?? []
    const firsts = records.map(({ identifiers: [first] }) => first ?? { source: '', externalId: '' })
    const ids = await knownAs(db, firsts, { sensitivity, caseId })
    const told = records.map((record, index) => {
      const partyId = ids[index] ?? partyIdOf(firsts[index] as PartyAlias)
      return {
        ...candidateOf(sought, { ...record, aliases: record.identifiers, partyId }),
        asOf: record.asOf,
      }
    })
    const candidates: Omit<Candidate, 'isOnCase'>[] = told.map((one) => ({
      ...one,
      from: known.some(({ partyId }) => partyId === one.partyId) ? 'both' : 'directory',
    }))
    candidates.push(...known.filter(({ partyId }) => !told.some((one) => one.partyId === partyId)))
    const nearest = candidates
      .filter(isLikely)
      .toSorted((one, other) => rankOf(one) - rankOf(other) || (one.partyId < other.partyId ? -1 : 1))
      .slice(0, mostCandidates)
    const here = await thoseOnCase(
      db,
      caseId,
      nearest.map(({ partyId }) => partyId),
    )
    return {
      candidates: nearest.map((one) => ({ ...one, isOnCase: here.has(one.partyId) })),
      ...(answer
        ? { directory: { binding: answer.binding, ...(answer.why === undefined ? {} : { why: answer.why }) } }
        : {}),
    }
  }
}

/** One id for one identifier: whoever is added from a directory to two cases is the same party on both. */
export const partyIdOf = ({ source, externalId }: PartyAlias) =>
  `party_${hash('sha256', JSON.stringify([source, externalId])).slice(0, 26)}`

function refuseVague({ identifier, person, organization }: Sought) {
  if (identifier || organization || person?.birthDate !== undefined) return
  throw new Refusal('invalid', 'Give an identifier, a date of birth beside the name, or an organization.')
}

type Known = Pick<FoundParty, 'partyId' | 'aliases'> & {
  person?: FoundParty['person'] | undefined
  organization?: string | null | undefined
  asOf?: string | null
}

function candidateOf(sought: Sought, { partyId, person, organization, aliases, asOf }: Known) {
  const who = { ...(person ? { person } : {}), ...(organization ? { organization } : {}) }
  return {
    partyId,
    ...who,
    aliases,
    ...(asOf ? { asOf } : {}),
    ...compareWith(sought, { ...who, aliases }),
  }
}

/** Two things agree at least, as far as so many were asked for: many people share a name or a birthday. */
function isLikely({ nearness, reasons }: Pick<Candidate, 'nearness' | 'reasons'>): boolean {
  const agreeing = reasons.filter(({ agreement }) => agreement === 'same' || agreement === 'near')
  return nearness === 'identifier' || agreeing.length >= Math.min(2, reasons.length)
}

const nearnesses: readonly Candidate['nearness'][] = ['identifier', 'all', 'some']

/** What agrees counts for more than what is near, and what differs counts against it. */
function rankOf({ nearness, reasons }: Pick<Candidate, 'nearness' | 'reasons'>): number {
  const weights = { same: -3, near: -1, unknown: 0, differs: 2 }
  return (
    nearnesses.indexOf(nearness) * 100 + reasons.reduce((sum, { agreement }) => sum + weights[agreement], 0)
  )
}
