import type { NewRepresentation, Representation } from '@portico/contract/parties'
import { type Call, type Fact, Refusal } from './kernel.ts'
import { isSame, later } from './party-record.ts'
import { current, found, type PartiesState, type PartyState } from './party-state.ts'
import { present } from './present.ts'

/** Whether it was given and not taken back; on which days it is in force is for whoever asks to see. */
export const stands = (representation: Representation | undefined) =>
  representation !== undefined && representation.revoked === undefined

export function represent(
  partyId: string,
  representation: NewRepresentation,
  state: PartiesState,
  call: Call,
): Fact[] {
  const there = found(state, partyId)
  refuseRepresentation(partyId, representation)
  const representative = current(state, representation.representativeId)
  if (!representative) {
    throw new Refusal(
      'stateForbids',
      `There is no party ${representation.representativeId} in this case: record it before it represents anybody.`,
    )
  }
  if (representative.person?.deathDate !== undefined) {
    throw new Refusal('stateForbids', 'Somebody who has died represents nobody.')
  }
  if (isSame(there.representation, representation)) return []
  return [representationChanged(there, 'given', representation, later(there.stamps.representation, call))]
}

/** None where there is nothing to take back. */
export function revocation(there: PartyState, call: Call, why?: string): Fact[] {
  const { representation, stamps } = there
  if (!representation || !stands(representation)) return []
  const revoked = { on: call.at.toISOString().slice(0, 10), ...present({ why }) }
  const stamp = later(stamps.representation, call)
  return [representationChanged(there, 'revoked', { ...representation, revoked }, stamp)]
}

export function representationChanged(
  { partyId, role }: Pick<PartyState, 'partyId' | 'role'>,
  change: 'given' | 'revoked',
  representation: Representation,
  stamp: string,
  origin?: { caseId: string },
): Fact {
  const data = { partyId, role, change, representation, stamp, ...present({ origin }) }
  return { type: 'party.representationChanged', subject: partyId, data }
}

function refuseRepresentation(partyId: string, { representativeId, powerOfAttorney }: NewRepresentation) {
  if (representativeId === partyId) throw new Refusal('invalid', 'Nobody is their own representative.')
  const { start, end } = powerOfAttorney
  if (end !== undefined && end < start) {
    throw new Refusal('invalid', `A power of attorney that begins on ${start} does not end on ${end}.`)
  }
}
