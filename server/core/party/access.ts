import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayOf } from '../time/moments.ts'
import { stands } from './representation.ts'
import { current, found, type Grant, nowCalled, type PartiesState } from './state.ts'

export type GrantCommand =
  | { type: 'grantAccess'; grantId: string; memberId: string; username: string; documentId?: string }
  | { type: 'withdrawAccess'; grantId: string; why?: string }

/** Lets a member see the case on behalf of a party, while a filed power of attorney is in force. */
export function grantAccess(
  {
    partyId,
    grantId,
    memberId,
    username,
    ...given
  }: { partyId: string } & Extract<GrantCommand, { type: 'grantAccess' }>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const { representation } = found(state, partyId)
  if (!representation || !stands(representation)) {
    throw new Refusal(
      'stateForbids',
      `Nobody represents ${partyId} in this case: record a representative first.`,
    )
  }
  const { representativeId, powerOfAttorney } = representation
  const { start, end, documentId = powerOfAttorney.documentId } = { ...powerOfAttorney, ...given }
  if (documentId === undefined) {
    throw new Refusal('invalid', 'documentId must name the power of attorney that is filed in this case.')
  }
  if (end !== undefined && end < dayOf(context.at)) {
    throw new Refusal('stateForbids', `The power of attorney ended on ${end}.`)
  }
  if (standing(state, { memberId, partyId, documentId })) return []
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
export const standing = (
  { grants }: PartiesState,
  asked: Pick<Grant, 'memberId' | 'partyId' | 'documentId'>,
) =>
  grants.find(
    ({ memberId, partyId, documentId }) =>
      memberId === asked.memberId && partyId === asked.partyId && documentId === asked.documentId,
  )

/** None if it is no longer in force. */
export function withdrawAccess(
  { grantId, why }: Extract<GrantCommand, { type: 'withdrawAccess' }>,
  { grants }: PartiesState,
): Fact[] {
  return grants.filter((grant) => grant.grantId === grantId).map((grant) => withdrawn(grant, why))
}

/** Withdraws grants that the current representations no longer support. */
export function coverAgain(state: PartiesState): Fact[] {
  return state.grants
    .filter((grant) => !isCovered(grant, state))
    .map((grant) => withdrawn(grant, 'The representation that it rests on has changed.'))
}

function isCovered({ partyId, representativeId, start, end }: Grant, state: PartiesState): boolean {
  const representation = current(state, partyId)?.representation
  if (!representation || !stands(representation)) return false
  if (nowCalled(state, representativeId) !== representation.representativeId) return false
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
