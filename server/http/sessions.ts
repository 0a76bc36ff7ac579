import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { ConferenceUnavailable } from '../app/sessions/conference/outside-conference.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'

export function sessionHandlers(
  { sessions, conferences }: Portico,
  { calendar, conference }: Pick<PortsDesk, 'calendar' | 'conference'>,
) {
  return {
    listSessions: async ({ params }) => ({ sessions: await sessions.list(params.id) }),

    requestSession: async ({ params, body, call }) => ({
      session: await sessions.request(call(), params.id, body),
    }),

    placeSession: async ({ params, body, call }) => ({
      session: await sessions.place(call(), params.id, params.sessionId, body, calendar),
    }),

    endSession: async ({ params, body, call }) => {
      const { ends, ...given } = body
      const request = { ...call(), confirm: endsOnly(ends, namedBy.endSession(params)) }
      return { session: await sessions.end(request, params.id, params.sessionId, given) }
    },

    joinConference: async ({ params, caller, may }) => {
      const asker = { id: caller.id, name: caller.displayName, mayManage: await may('manageSessions') }
      const joined = conferences.join(params.id, params.sessionId, asker, conference)
      return { conference: await joined.catch(asUnavailable) }
    },

    renewConference: async ({ params, body, call }) => ({
      session: await conferences.renew(call(), params.id, params.sessionId, body.why),
    }),
  } satisfies Partial<Handlers>
}

export function asUnavailable(error: unknown): never {
  if (error instanceof ConferenceUnavailable)
    throw new HttpRefusal(503, error.message, { 'retry-after': '5' })
  throw error
}
