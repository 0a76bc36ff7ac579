import type { Calls } from './calls.ts'
import type { CallOptions, ReasonOptions, WriteOptions } from './request.ts'
import type { NewAccessGrant } from './types.ts'

export function accessGrantsOver({ call }: Calls) {
  return {
    /**
     * Who may see the case for a party, and who might once.
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
     * Lets a member see this case for a party they act for, on the days of the power of attorney.
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
     * Withdraws a grant. It takes effect on their next request.
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

/** Who sees a case for a party of it: granted case by case, by a power of attorney that is filed there. */
export type AccessGrants = ReturnType<typeof accessGrantsOver>
