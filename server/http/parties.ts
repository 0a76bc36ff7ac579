import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { authorize } from './access.ts'
import { type Input, serve } from './route.ts'
import { accessOf } from './trace.ts'

export function serveParties(app: FastifyInstance, portico: Portico) {
  const { parties } = portico

  /** Addresses and birth dates are of the case: reading them leaves the same trace. */
  const noteView = (input: Input<'listParties' | 'getParty' | 'listPartyHistory'>) =>
    portico.accessLog.note(accessOf(input, input.params.id, 'view', { of: 'case' }))

  serve(app, 'listParties', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    noteView(input)
    return { parties: await parties.list(params.id, caller) }
  })

  serve(app, 'getParty', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    noteView(input)
    return { party: await parties.get(params.id, params.partyId, caller) }
  })

  serve(app, 'writeParty', async ({ params, body, caller, call, reply }) => {
    await authorize(portico, caller, 'keepParties', params.id)
    const { isNew } = await parties.write(
      call(),
      params.id,
      params.partyId,
      body,
      portico.permissions.sightOf(caller).upTo,
    )
    if (isNew) reply.code(201)
    return { party: await parties.get(params.id, params.partyId) }
  })

  serve(app, 'removeParty', async ({ params, query, caller, call }) => {
    await authorize(portico, caller, 'keepParties', params.id)
    await parties.remove(call(), params.id, params.partyId, query.why)
  })

  serve(app, 'listPartyHistory', async (input) => {
    const { params, query, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    noteView(input)
    const { after = 0, limit = 100 } = query
    return parties.history(params.id, params.partyId, caller, { after, limit })
  })

  serve(app, 'setRepresentation', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'keepParties', params.id)
    await parties.represent(call(), params.id, params.partyId, body)
    return { party: await parties.get(params.id, params.partyId) }
  })

  serve(app, 'revokeRepresentation', async ({ params, query, caller, call }) => {
    await authorize(portico, caller, 'keepParties', params.id)
    await parties.revoke(call(), params.id, params.partyId, query.why)
  })

  serve(app, 'mergeParty', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'keepParties', params.id)
    await parties.merge(call(), params.id, params.partyId, body.into)
    return { party: await parties.get(params.id, body.into) }
  })
}
