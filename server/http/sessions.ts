import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { ConferenceUnavailable } from '../app/sessions/conference/outside-conference.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'

export function sessionHandlers({ conferences }: Portico, { conference }: Pick<PortsDesk, 'conference'>) {
  return {
    joinConference: async ({ params, caller, may }) => {
      const asker = { id: caller.id, name: caller.displayName, mayManage: await may('manageSessions') }
      const joined = conferences.join(params.id, params.sessionId, asker, conference)
      return { conference: await joined.catch(asUnavailable) }
    },
  } satisfies Partial<Handlers>
}

export function asUnavailable(error: unknown): never {
  if (error instanceof ConferenceUnavailable)
    throw new HttpRefusal(503, error.message, { 'retry-after': '5' })
  throw error
}
