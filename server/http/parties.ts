import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function partyHandlers(portico: Portico, ports: Pick<PortsDesk, 'lookUpParty'>) {
  const { parties } = portico

  return {
    writeParty: async ({ params, body, caller, call, reply }) => {
      const { isNew } = await parties.write(
        call(),
        params.id,
        params.partyId,
        body,
        portico.permissions.sightOf(caller).upTo,
      )
      if (isNew) reply.code(201)
      return { party: await parties.get(params.id, params.partyId) }
    },

    findCandidates: ({ params, body, caller }) =>
      parties.candidates(
        params.id,
        body,
        { memberId: caller.id, upTo: portico.permissions.sightOf(caller).upTo },
        ports.lookUpParty,
      ),
  } satisfies Partial<Handlers>
}
