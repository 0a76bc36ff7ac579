import type { Calls } from './calls.ts'
import type { EventPageOptions } from './event-options.ts'
import type { CallOptions, ReasonOptions, WriteOptions } from './request.ts'
import type { NewParty, NewRepresentation, PartyNotices, SettleConflict, Sought } from './types.ts'

export function partiesOver({ call, list }: Calls) {
  return {
    /**
     * List the parties of a case in the order they were recorded.
     *
     * @example
     * ```ts
     * for (const { role, person, organization } of await client.parties.list(caseId)) {
     *   console.log(role, person?.lastName ?? organization)
     * }
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listParties', { caseId }, options),

    /**
     * Get a party. A merged record names the one it was merged into.
     *
     * @example
     * ```ts
     * const { contact, representation } = await client.parties.get(caseId, partyId)
     * console.log(contact?.preferred, representation?.isInForce)
     * ```
     */
    get: (caseId: string, partyId: string, options?: CallOptions) =>
      call('getParty', { caseId, partyId }, options),

    /**
     * Look up whom you are about to add, in the directory and among the parties of cases that you see. Choose one, and
     * write it with its ID and its aliases.
     *
     * @example
     * ```ts
     * const person = { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' }
     * const { candidates } = await client.parties.candidates(caseId, { person })
     * for (const { partyId, nearness, reasons } of candidates) console.log(partyId, nearness, reasons)
     * ```
     */
    candidates: (caseId: string, sought: Sought, options?: CallOptions) =>
      call('findCandidates', { caseId, body: sought }, options),

    /**
     * Upsert the whole record of a party. Their identity and contact details spread to their other cases.
     *
     * @example
     * ```ts
     * const party = await client.parties.write(caseId, 'party_ada_byron', {
     *   role: 'appellant',
     *   person: { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' },
     *   contact: { emails: ['ada@example.org'], preferred: 'email' },
     * })
     * console.log(party.updatedAt)
     * ```
     */
    write: (caseId: string, partyId: string, party: NewParty, options?: WriteOptions) =>
      call('writeParty', { caseId, partyId, body: party }, options),

    /**
     * Remove a party from this case. Its history stays.
     *
     * @example
     * ```ts
     * await client.parties.remove(caseId, partyId, { why: 'Recorded on the wrong case.' })
     * ```
     */
    remove: (caseId: string, partyId: string, options?: ReasonOptions) =>
      call('removeParty', { caseId, partyId }, options),

    /**
     * List the events of a party, oldest first.
     *
     * @example
     * ```ts
     * for await (const { at, type, actor } of client.parties.history(caseId, partyId)) {
     *   console.log(at, type, actor.name)
     * }
     * ```
     */
    history: (caseId: string, partyId: string, options?: Omit<EventPageOptions, 'types'>) =>
      list('listPartyHistory', { caseId, partyId }, options),

    /**
     * Set the representative of a party and their power of attorney, on all of the party's cases.
     *
     * @example
     * ```ts
     * const organization = 'Veterans Legal Aid'
     * await client.parties.write(caseId, 'party_legal_aid', { role: 'representative', organization })
     * const { representation } = await client.parties.represent(caseId, partyId, {
     *   representativeId: 'party_legal_aid',
     *   powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
     * })
     * console.log(representation?.isInForce)
     * ```
     */
    represent: (caseId: string, partyId: string, representation: NewRepresentation, options?: WriteOptions) =>
      call('setRepresentation', { caseId, partyId, body: representation }, options),

    /**
     * Revoke a power of attorney, on all of the party's cases.
     *
     * @example
     * ```ts
     * const organization = 'Veterans Legal Aid'
     * await client.parties.write(caseId, 'party_legal_aid', { role: 'representative', organization })
     * await client.parties.represent(caseId, partyId, {
     *   representativeId: 'party_legal_aid',
     *   powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
     * })
     * await client.parties.revoke(caseId, partyId, { why: 'By letter of 2 March.' })
     * ```
     */
    revoke: (caseId: string, partyId: string, options?: ReasonOptions) =>
      call('revokeRepresentation', { caseId, partyId }, options),

    /**
     * Decide between the case and the directory where `conflicts` of a party names fields.
     *
     * @example
     * ```ts
     * const { conflicts = [] } = await client.parties.settleConflict(caseId, partyId, { keep: 'directory' })
     * console.log(conflicts.length)
     * ```
     */
    settleConflict: (caseId: string, partyId: string, decision: SettleConflict, options?: WriteOptions) =>
      call('settleConflict', { caseId, partyId, body: decision }, options),

    /**
     * Merge a record into another of the same person, on every case that has it.
     *
     * @example
     * ```ts
     * const twice = `${partyId}_again`
     * const person = { firstName: 'Ada', lastName: 'Byron' }
     * await client.parties.write(caseId, twice, { role: 'appellant', person })
     * const { id } = await client.parties.merge(caseId, twice, partyId)
     * console.log(id === partyId)
     * ```
     */
    merge: (caseId: string, partyId: string, into: string, options?: WriteOptions) =>
      call('mergeParty', { caseId, partyId, body: { into } }, options),

    /**
     * Get how a party wants to be notified.
     *
     * @example
     * ```ts
     * const { optedOut, timeZone } = await client.parties.notices(caseId, partyId)
     * console.log(optedOut, timeZone)
     * ```
     */
    notices: (caseId: string, partyId: string, options?: CallOptions) =>
      call('getPartyNotices', { caseId, partyId }, options),

    /**
     * Record how a party wants to be notified. It applies to every case of the party.
     *
     * @example
     * ```ts
     * await client.parties.setNotices(caseId, partyId, { optedOut: ['text'], timeZone: 'America/Los_Angeles' })
     * ```
     */
    setNotices: (caseId: string, partyId: string, notices: PartyNotices, options?: WriteOptions) =>
      call('setPartyNotices', { caseId, partyId, body: notices }, options),
  }
}

/** The parties to a case. You choose the ID; it names the same person or organization on every case. */
export type Parties = ReturnType<typeof partiesOver>
