import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function sessionHandlers({ sessions }: Portico) {
  return {
    listSessions: async ({ params }) => ({ sessions: await sessions.list(params.id) }),

    requestSession: async ({ params, body, call }) => ({
      session: await sessions.request(call(), params.id, body),
    }),

    placeSession: async ({ params, body, call }) => ({
      session: await sessions.place(call(), params.id, params.sessionId, body),
    }),

    endSession: async ({ params, body, call }) => ({
      session: await sessions.end(call(), params.id, params.sessionId, body),
    }),
  } satisfies Partial<Handlers>
}
