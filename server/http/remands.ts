import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

/** What was sent back for more work, by a decision or by a court, until it is decided anew. */
export function remandHandlers({ remands }: Portico) {
  return {
    recordCourtRemand: async ({ params, body, call, reply }) => {
      const remandId = await remands.receiveFromCourt(call(), params.id, body)
      reply.header('location', `/cases/${params.id}/remands`)
      return { remand: await remands.get(params.id, remandId) }
    },
  } satisfies Partial<Handlers>
}
