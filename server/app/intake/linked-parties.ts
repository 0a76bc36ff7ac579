import { party } from '../../core/party/party.ts'
import { stands } from '../../core/party/representation.ts'
import { isOnCase, type PartyThere, partyOf } from '../../projections/parties.ts'
import type { LinkedCase } from './linked-case.ts'

/** Records the shared parties on the linked case, and then who represents whom: both may be among the shared. */
export async function shareParties(linked: LinkedCase): Promise<void> {
  const { partyIds } = linked.shared
  for (const partyId of partyIds) await record(partyId, linked)
  for (const partyId of partyIds) await represent(partyId, linked)
}

async function record(partyId: string, linked: LinkedCase): Promise<void> {
  const { db, execute, caseId, linkedCaseId, call } = linked
  const there = await partyOf(db, caseId, partyId)
  if (!there || (await isOnCase(db, linkedCaseId, partyId))) return
  const { person, organization, contact, aliases } = there
  const role = (await roleTaken(partyId, linked)) ?? there.role
  const who = person ? { person } : { organization: organization ?? '' }
  const command = {
    type: 'recordParty' as const,
    caseId: linkedCaseId,
    partyId,
    role,
    ...who,
    ...(contact ? { contact } : {}),
    aliases,
    elsewhere: { ...there, role },
  }
  await execute(party, call(), command, () => null)
}

async function roleTaken(
  partyId: string,
  { db, caseId, shared: { substitute } }: LinkedCase,
): Promise<string | undefined> {
  return substitute?.by === partyId ? (await partyOf(db, caseId, substitute.for))?.role : undefined
}

async function represent(
  partyId: string,
  { db, execute, caseId, linkedCaseId, call }: LinkedCase,
): Promise<void> {
  const { representation, stamps } = (await partyOf(db, caseId, partyId)) ?? ({} as Partial<PartyThere>)
  if (!representation || !stands(representation) || stamps?.representation === undefined) return
  const representative = await partyOf(db, caseId, representation.representativeId)
  if (!representative) return
  const known = {
    part: 'representation' as const,
    representation,
    stamp: stamps.representation,
    representative,
  }
  const command = { type: 'followParty' as const, caseId: linkedCaseId, partyId, from: caseId, known }
  await execute(party, call(), command, () => null)
}
