import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import type { Handlers } from './route.ts'

export function partyHandlers(portico: Portico, ports: Pick<PortsDesk, 'lookUpParty'>) {
  const { parties } = portico

  return {
    listParties: async ({ params, caller }) => ({ parties: await parties.list(params.id, caller) }),

    getParty: async ({ params, caller }) => ({ party: await parties.get(params.id, params.partyId, caller) }),

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

    removeParty: ({ params, query, call }) => parties.remove(call(), params.id, params.partyId, query.why),

    setRepresentation: async ({ params, body, call }) => {
      await parties.represent(call(), params.id, params.partyId, body)
      return { party: await parties.get(params.id, params.partyId) }
    },

    revokeRepresentation: ({ params, query, call }) =>
      parties.revoke(call(), params.id, params.partyId, query.why),

    mergeParty: async ({ params, body, call }) => {
      await parties.merge(call(), params.id, params.partyId, body.into)
      return { party: await parties.get(params.id, body.into) }
    },

    findCandidates: ({ params, body, caller }) =>
      parties.candidates(
        params.id,
        body,
        { memberId: caller.id, upTo: portico.permissions.sightOf(caller).upTo },
        ports.lookUpParty,
      ),

    settleConflict: async ({ params, body, call }) => {
      const { ends, ...settled } = body
      const request = { ...call(), confirm: endsOnly(ends, namedBy.settleConflict(params)) }
      await parties.settleConflict(request, params.id, params.partyId, settled)
      return { party: await parties.get(params.id, params.partyId) }
    },
  } satisfies Partial<Handlers>
}
