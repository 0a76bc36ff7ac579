import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayOf } from '../time/moments.ts'
import { isUnrevoked } from './representation.ts'
import { currentId, currentParty, type Grant, type PartiesState, requireParty } from './state.ts'

export type GrantCommand =
  | { type: 'grantAccess'; grantId: string; memberId: string; username: string; documentId?: string }
  | { type: 'withdrawAccess'; grantId: string; why?: string }

/** Grants a member access to the case on behalf of a party, while a filed power of attorney is in force. */
export function grantAccess(
  {
    partyId,
    grantId,
    memberId,
    username,
    ...request
  }: { partyId: string } & Extract<GrantCommand, { type: 'grantAccess' }>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const { representation } = requireParty(state, partyId)
  if (!representation || !isUnrevoked(representation)) {
    throw new Refusal(
      'stateForbids',
      `The party ${partyId} has no representative in this case: record one first.`,
    )
  }
  const { representativeId, powerOfAttorney } = representation
  const { start, end, documentId = powerOfAttorney.documentId } = { ...powerOfAttorney, ...request }
  if (documentId === undefined) {
    throw new Refusal('invalid', 'documentId must be the ID of the power of attorney, filed in this case.')
  }
  if (end !== undefined && end < dayOf(context.at)) {
    throw new Refusal('stateForbids', `The power of attorney ended on ${end}.`)
  }
  if (grantInForce(state, { memberId, partyId, documentId })) return []
  const data = {
    grantId,
    memberId,
    username,
    partyId,
    representativeId,
    documentId,
    start,
    ...withoutUndefined({ end }),
  }
  return [{ type: 'access.granted', subject: partyId, data }]
}

/** The grant in force of this member for the party under this document. */
export const grantInForce = (
  { grants }: PartiesState,
  wanted: Pick<Grant, 'memberId' | 'partyId' | 'documentId'>,
) =>
  grants.find(
    ({ memberId, partyId, documentId }) =>
      memberId === wanted.memberId && partyId === wanted.partyId && documentId === wanted.documentId,
  )

export function withdrawAccess(
  { grantId, why }: Extract<GrantCommand, { type: 'withdrawAccess' }>,
  { grants }: PartiesState,
): Fact[] {
  return grants.filter((grant) => grant.grantId === grantId).map((grant) => withdrawn(grant, why))
}

/** Withdraws grants that the current representations no longer support. */
export function withdrawUnsupported(state: PartiesState): Fact[] {
  return state.grants
    .filter((grant) => !isSupported(grant, state))
    .map((grant) => withdrawn(grant, 'The representation that it rests on has changed.'))
}

function isSupported({ partyId, representativeId, start, end }: Grant, state: PartiesState): boolean {
  const representation = currentParty(state, partyId)?.representation
  if (!representation || !isUnrevoked(representation)) return false
  if (currentId(state, representativeId) !== representation.representativeId) return false
  const power = representation.powerOfAttorney
  return power.start <= start && (power.end === undefined || (end !== undefined && end <= power.end))
}

function withdrawn({ grantId, memberId, partyId }: Grant, why: string | undefined): Fact {
  return {
    type: 'access.withdrawn',
    subject: partyId,
    data: { grantId, memberId, partyId, ...withoutUndefined({ why }) },
  }
}
