import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { EndSession, NewGuestLink, NewSession, PlaceSession } from './types.ts'

export type SessionsOptions = QueryOf<'findSessions'> & CallOptions
export type SessionQueueOptions = QueryOf<'listSessionQueue'> & CallOptions

export function sessionsOver({ call, list }: Calls) {
  return {
    /**
     * List the sessions of a case.
     *
     * @example
     * ```ts
     * for (const { kind, status, slot } of await client.sessions.list(caseId)) {
     *   console.log(kind, status, slot?.startsAt)
     * }
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listSessions', { caseId }, options),

    /**
     * List placed sessions across cases, in the order of their time.
     *
     * @example
     * ```ts
     * for await (const { docketNumber, session } of client.sessions.find({ kind: 'room', id: 'washington1' })) {
     *   console.log(docketNumber, session.slot?.startsAt)
     * }
     * ```
     */
    find: (options?: SessionsOptions) => list('findSessions', {}, options),

    /**
     * Get a session and its open tasks by its ID alone.
     *
     * @example
     * ```ts
     * const { id } = await client.sessions.request(caseId, { kind: 'video' })
     * const { session, tasks } = await client.sessions.get(id)
     * console.log(session.status, tasks.map(({ label }) => label))
     * ```
     */
    get: (sessionId: string, options?: CallOptions) => call('getSession', { sessionId }, options),

    /**
     * List the sessions that wait to be placed: the national queue, each with the reason for its rank.
     *
     * @example
     * ```ts
     * for await (const { rank, docketNumber, why } of client.sessions.queue()) {
     *   console.log(rank, docketNumber, why)
     *   if (rank === 20) break
     * }
     * ```
     */
    queue: (options?: SessionQueueOptions) => list('listSessionQueue', {}, options),

    /**
     * Request a session.
     *
     * @example
     * ```ts
     * const { id, status } = await client.sessions.request(caseId, { kind: 'video' })
     * console.log(id, status)
     * ```
     */
    request: (caseId: string, session: NewSession, options?: WriteOptions) =>
      call('requestSession', { caseId, body: session }, options),

    /**
     * Schedule a session, or move it.
     *
     * @example
     * ```ts
     * const { id } = await client.sessions.request(caseId, { kind: 'video' })
     * const startsAt = new Date(Date.now() + 60 * 86_400_000).toISOString()
     * await client.sessions.place(caseId, id, { slot: { startsAt, minutes: 60, timeZone: 'America/New_York' } })
     * ```
     */
    place: (caseId: string, sessionId: string, placed: PlaceSession, options?: WriteOptions) =>
      call('placeSession', { caseId, sessionId, body: placed }, options),

    /**
     * Record the outcome of a session: held, no-show, postponed or withdrawn. Work that waits for it continues at once.
     *
     * @example
     * ```ts
     * const { id } = await client.sessions.request(caseId, { kind: 'video' })
     * await client.sessions.end(caseId, id, { outcome: 'withdrawn', why: 'By letter of 2 March.' })
     * ```
     */
    end: (caseId: string, sessionId: string, ended: EndSession, options?: WriteOptions) =>
      call('endSession', { caseId, sessionId, body: ended }, options),

    /**
     * Get your link to the conference of a remote session. Ask shortly before it begins: links may change.
     *
     * @example
     * ```ts
     * const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
     * if (session) {
     *   const { as, url } = await client.sessions.join(caseId, session.id)
     *   console.log(as, url)
     * }
     * ```
     */
    join: (caseId: string, sessionId: string, options?: CallOptions) =>
      call('joinConference', { caseId, sessionId }, options),

    /**
     * Make the conference of a session anew, such as after a link was passed on: all links to the old one are dead.
     *
     * @example
     * ```ts
     * const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
     * if (session) await client.sessions.renewConference(caseId, session.id, 'A link was passed on.')
     * ```
     */
    renewConference: (caseId: string, sessionId: string, why: string, options?: WriteOptions) =>
      call('renewConference', { caseId, sessionId, body: { why } }, options),

    /**
     * Make a personal link for somebody without an account, to a session that is hosted in the workspace. With
     * `isRotated`, every earlier link of this person is dead.
     *
     * @example
     * ```ts
     * const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
     * if (session) {
     *   const { url } = await client.sessions.inviteGuest(caseId, session.id, { name: 'Maria Lindqvist' })
     *   console.log(url)
     * }
     * ```
     */
    inviteGuest: (caseId: string, sessionId: string, guest: NewGuestLink, options?: WriteOptions) =>
      call('inviteGuest', { caseId, sessionId, body: guest }, options),
  }
}

/** The sessions (hearings) of a case: one record each from the request to the outcome, however often it is moved. */
export type Sessions = ReturnType<typeof sessionsOver>
