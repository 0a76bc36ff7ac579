import { path } from './path.ts'
import type { Call, CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type { EndSession, NewSession, PlaceSession, Session, SessionDetail, SessionList } from './types.ts'

/** The sessions (hearings) of a case: one record from the request to its outcome, however often it is moved. */
export type Sessions = {
  /**
   * The sessions of a case.
   *
   * @example
   * ```ts
   * for (const { kind, status, slot } of await client.sessions.list(caseId)) {
   *   console.log(kind, status, slot?.startsAt)
   * }
   * ```
   */
  list(caseId: string, options?: CallOptions): Promise<Session[]>

  /**
   * Asks for a session.
   *
   * @example
   * ```ts
   * const { id, status } = await client.sessions.request(caseId, { kind: 'video' })
   * console.log(id, status)
   * ```
   */
  request(caseId: string, session: NewSession, options?: WriteOptions): Promise<Session>

  /**
   * Places a session, or moves it.
   *
   * @example
   * ```ts
   * const { id } = await client.sessions.request(caseId, { kind: 'video' })
   * const startsAt = new Date(Date.now() + 60 * 86_400_000).toISOString()
   * await client.sessions.place(caseId, id, { slot: { startsAt, minutes: 60, timeZone: 'America/New_York' } })
   * ```
   */
  place(caseId: string, sessionId: string, placed: PlaceSession, options?: WriteOptions): Promise<Session>

  /**
   * Says how a session ended: held, nobody came, postponed, withdrawn. What waits for it moves at once.
   *
   * @example
   * ```ts
   * const { id } = await client.sessions.request(caseId, { kind: 'video' })
   * await client.sessions.end(caseId, id, { outcome: 'withdrawn', why: 'By letter of 2 March.' })
   * ```
   */
  end(caseId: string, sessionId: string, ended: EndSession, options?: WriteOptions): Promise<Session>
}

export function sessionsOver(transport: Transport): Sessions {
  const detail = async (call: Call): Promise<Session> => (await transport.json<SessionDetail>(call)).session

  return {
    async list(caseId, options) {
      const { sessions } = await transport.json<SessionList>({
        method: 'GET',
        path: path`/cases/${caseId}/sessions`,
        options,
      })
      return sessions
    },
    request: async (caseId, body, options) =>
      detail({ method: 'POST', path: path`/cases/${caseId}/sessions`, body, options }),
    place: async (caseId, sessionId, body, options) =>
      detail({ method: 'PUT', path: path`/cases/${caseId}/sessions/${sessionId}/slot`, body, options }),
    end: async (caseId, sessionId, body, options) =>
      detail({ method: 'PUT', path: path`/cases/${caseId}/sessions/${sessionId}/outcome`, body, options }),
  }
}
