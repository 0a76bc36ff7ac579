import { path } from './path.ts'
import type { PageOptions } from './portico.ts'
import type { Call, CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type { EventPage, NewParty, NewRepresentation, Party, PartyDetail, PartyList } from './types.ts'

export type ReasonOptions = WriteOptions & { why?: string | undefined }

/** Whom a case concerns. An id that you choose names the same person or organization on every case. */
export type Parties = {
  /**
   * The parties of a case, in the order they were recorded.
   *
   * @example
   * ```ts
   * for (const { role, person, organization } of await client.parties.list(caseId)) {
   *   console.log(role, person?.lastName ?? organization)
   * }
   * ```
   */
  list(caseId: string, options?: CallOptions): Promise<Party[]>

  /**
   * One party. A record that was merged says into which.
   *
   * @example
   * ```ts
   * const { contact, representation } = await client.parties.get(caseId, partyId)
   * console.log(contact?.preferred, representation?.isInForce)
   * ```
   */
  get(caseId: string, partyId: string, options?: CallOptions): Promise<Party>

  /**
   * Writes the whole record of a party; later writes overwrite it. Who they are and how they are reached spreads to
   * their other cases.
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
  write(caseId: string, partyId: string, party: NewParty, options?: WriteOptions): Promise<Party>

  /**
   * Takes a party out of this case. Its history stays.
   *
   * @example
   * ```ts
   * await client.parties.remove(caseId, partyId, { why: 'Recorded on the wrong case.' })
   * ```
   */
  remove(caseId: string, partyId: string, options?: ReasonOptions): Promise<void>

  /**
   * A page of what happened to the record of a party, the first event first.
   *
   * @example
   * ```ts
   * const { events } = await client.parties.history(caseId, partyId)
   * for (const { at, type, actor } of events) console.log(at, type, actor.name)
   * ```
   */
  history(caseId: string, partyId: string, options?: PageOptions): Promise<EventPage>

  /**
   * Says who represents a party, by which power of attorney: on every case of the party.
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
  represent(
    caseId: string,
    partyId: string,
    representation: NewRepresentation,
    options?: WriteOptions,
  ): Promise<Party>

  /**
   * Takes a power of attorney back, on every case of the party.
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
  revoke(caseId: string, partyId: string, options?: ReasonOptions): Promise<void>

  /**
   * Merges a record into another one of the same person, on every case that has it.
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
  merge(caseId: string, partyId: string, into: string, options?: WriteOptions): Promise<Party>
}

export function partiesOver(transport: Transport): Parties {
  const detail = async (call: Call): Promise<Party> => (await transport.json<PartyDetail>(call)).party

  return {
    async list(caseId, options) {
      const { parties } = await transport.json<PartyList>({
        method: 'GET',
        path: path`/cases/${caseId}/parties`,
        options,
      })
      return parties
    },
    get: async (caseId, partyId, options) =>
      detail({ method: 'GET', path: path`/cases/${caseId}/parties/${partyId}`, options }),
    write: async (caseId, partyId, body, options) =>
      detail({ method: 'POST', path: path`/cases/${caseId}/parties/${partyId}`, body, options }),
    async remove(caseId, partyId, { why, ...options } = {}) {
      const at = path`/cases/${caseId}/parties/${partyId}`
      await transport.nothing({ method: 'DELETE', path: at, query: { why }, options })
    },
    async history(caseId, partyId, { after, limit, ...options } = {}) {
      const at = path`/cases/${caseId}/parties/${partyId}/history`
      return transport.json<EventPage>({ method: 'GET', path: at, query: { after, limit }, options })
    },
    represent: async (caseId, partyId, body, options) =>
      detail({
        method: 'PUT',
        path: path`/cases/${caseId}/parties/${partyId}/representation`,
        body,
        options,
      }),
    async revoke(caseId, partyId, { why, ...options } = {}) {
      const at = path`/cases/${caseId}/parties/${partyId}/representation`
      await transport.nothing({ method: 'DELETE', path: at, query: { why }, options })
    },
    merge: async (caseId, partyId, into, options) =>
      detail({
        method: 'POST',
        path: path`/cases/${caseId}/parties/${partyId}/merge`,
        body: { into },
        options,
      }),
  }
}
