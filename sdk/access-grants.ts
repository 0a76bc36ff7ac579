import type { Calls } from './calls.ts'
import type { CallOptions, ReasonOptions, WriteOptions } from './request.ts'
import type { NewAccessGrant } from './types.ts'

export function accessGrantsOver({ call }: Calls) {
  return {
    /**
     * List who may see the case on behalf of a party, including grants that have ended.
     *
     * @example
     * ```ts
     * for (const { username, isInForce, withdrawn } of await client.accessGrants.list(caseId)) {
     *   console.log(username, isInForce, withdrawn?.why)
     * }
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listAccessGrants', { caseId }, options),

    /**
     * Let a member see this case on behalf of a party, while the power of attorney is in force.
     *
     * @example
     * ```ts
     * const [powerOfAttorney] = await client.documents.list(caseId)
     * const organization = 'Veterans Legal Aid'
     * await client.parties.write(caseId, 'party_legal_aid', { role: 'representative', organization })
     * await client.parties.represent(caseId, partyId, {
     *   representativeId: 'party_legal_aid',
     *   powerOfAttorney: { start: '2026-03-02', scope: 'all matters', documentId: powerOfAttorney?.id ?? '' },
     * })
     * const { member } = await client.invitations.invite({
     *   email: `counsel-of-${caseId}@example.org`,
     *   roles: ['representative'],
     * })
     * const grant = await client.accessGrants.grant(caseId, { memberId: member.id, partyId })
     * console.log(grant.isInForce)
     * ```
     */
    grant: (caseId: string, grant: NewAccessGrant, options?: WriteOptions) =>
      call('grantAccess', { caseId, body: grant }, options),

    /**
     * Withdraw a grant. It takes effect on the member's next request.
     *
     * @example
     * ```ts
     * for (const { id, isInForce } of await client.accessGrants.list(caseId)) {
     *   if (isInForce) await client.accessGrants.withdraw(caseId, id, { why: 'They left the firm.' })
     * }
     * ```
     */
    withdraw: (caseId: string, grantId: string, options?: ReasonOptions) =>
      call('withdrawAccess', { caseId, grantId }, options),
  }
}

/** Who sees a case on behalf of a party: granted case by case, under a power of attorney on file. */
export type AccessGrants = ReturnType<typeof accessGrantsOver>
