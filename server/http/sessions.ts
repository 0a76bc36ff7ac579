import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function sessionHandlers({ sessions }: Portico, { calendar }: Pick<PortsDesk, 'calendar'>) {
  return {
    listSessions: async ({ params }) => ({ sessions: await sessions.list(params.id) }),

    requestSession: async ({ params, body, call }) => ({
      session: await sessions.request(call(), params.id, body),
    }),

    placeSession: async ({ params, body, call }) => ({
      session: await sessions.place(call(), params.id, params.sessionId, body, calendar),
    }),

    endSession: async ({ params, body, call }) => ({
      session: await sessions.end(call(), params.id, params.sessionId, body),
    }),
  } satisfies Partial<Handlers>
}
