import type { ChangeOrigin, NewRepresentation, Representation } from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayOf } from '../time/moments.ts'
import { isClaimant, later } from './record.ts'
import { currentParty, type PartiesState, type PartyState, requireParty } from './state.ts'

/** Whether a representation is recorded and not revoked; the caller checks the dates. */
export const isUnrevoked = (representation: Representation | undefined) =>
  representation !== undefined && representation.revoked === undefined

export function represent(
  partyId: string,
  representation: NewRepresentation,
  state: PartiesState,
  context: Context,
): Fact[] {
  const party = requireParty(state, partyId)
  refuseRepresentation(partyId, representation)
  const representative = currentParty(state, representation.representativeId)
  if (!representative) {
    throw new Refusal(
      'stateForbids',
      `There is no party ${representation.representativeId} in this case: record it first.`,
    )
  }
  if (representative.person?.deathDate !== undefined) {
    throw new Refusal(
      'stateForbids',
      `The party ${representation.representativeId} has died and cannot be representativeId.`,
    )
  }
  if (isSame(party.representation, representation)) return []
  return [representationChanged(party, representation, context)]
}

export function revocation(party: PartyState, context: Context, why?: string): Fact[] {
  const { representation } = party
  if (!representation || !isUnrevoked(representation)) return []
  const revoked = { on: dayOf(context.at), ...withoutUndefined({ why }) }
  return [representationChanged(party, { ...representation, revoked }, context)]
}

export function representationChanged(
  { partyId, role, stamps }: Pick<PartyState, 'partyId' | 'role' | 'stamps'>,
  representation: Representation,
  context: Context,
  { origin, stamp }: { origin?: ChangeOrigin | undefined; stamp?: string } = {},
): Fact {
  const data = {
    partyId,
    role,
    isClaimant: isClaimant(role, context),
    change: isUnrevoked(representation) ? ('given' as const) : ('revoked' as const),
    representation,
    stamp: stamp ?? later(stamps.representation, context),
    ...withoutUndefined({ origin }),
  }
  return { type: 'party.representationChanged', subject: partyId, data }
}

function refuseRepresentation(partyId: string, { representativeId, powerOfAttorney }: NewRepresentation) {
  if (representativeId === partyId)
    throw new Refusal('invalid', `representativeId must be the ID of another party: ${ownRepresentative}`)
  const { start, end } = powerOfAttorney
  if (end !== undefined && end < start) throw new Refusal('invalid', endsBeforeStart({ start, end }))
}

export const ownRepresentative = 'nobody is their own representative.'
export const endsBeforeStart = ({ start, end }: { start: string; end: string }) =>
  `powerOfAttorney.end, ${end}, must not be before its start, ${start}.`

export function isInForce(
  { powerOfAttorney: { start, end }, revoked }: Representation,
  today: string,
): boolean {
  return revoked === undefined && start <= today && (end === undefined || today <= end)
}
