import type { FastifyRequest } from 'fastify'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { leftSignal } from './connections.ts'
import type { Handlers } from './route.ts'
import { asUnavailable } from './sessions.ts'

/**
 * The link in the body is the credential; whoever has none that holds is limited like anybody without a token. A link
 * that holds has a limit of its own: several people may share an address.
 */
export function roomHandlers({ rooms, conferences }: Portico, { conference }: Pick<PortsDesk, 'conference'>) {
  const asGuest = async <Answer>(request: FastifyRequest, ask: () => Promise<Answer>): Promise<Answer> => {
    await rooms.count((request.body as { link: string }).link)
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Refusal) await request.server.countAnonymous(request)
      throw error
    }
  }
  return {
    openInvitation: async ({ body, request }) => {
      const opened = async () => conferences.follow(await rooms.openInvitation(body.link), conference)
      return { url: await asGuest(request, opened).catch(asUnavailable) }
    },

    enterRoom: ({ body, request }) => asGuest(request, () => rooms.enter(body.link, body.seat)),

    watchRoom: ({ body, request, reply }) =>
      asGuest(request, () => rooms.watch(body.link, body.seat, body.after, leftSignal(reply.raw))),

    actInRoom: async ({ body, request }) => {
      await asGuest(request, () => rooms.act(body.link, body.seat, body.act))
      return null
    },

    sendSound: ({ body, request }) => asGuest(request, () => rooms.store(body.link, body)),
  } satisfies Partial<Handlers>
}
