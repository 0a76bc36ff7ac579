import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { authorize, refuseUnlessAllowed } from './access.ts'
import { HttpRefusal } from './errors.ts'
import { askingFor } from './queues.ts'
import { serve } from './route.ts'

export function serveCustody(app: FastifyInstance, portico: Portico) {
  const { custody, permissions } = portico

  serve(app, 'setSensitivity', async ({ params, body, caller, call }) => {
    const { facts } = await authorize(portico, caller, 'setSensitivity', params.id)
    if (!permissions.mayRead(caller, { ...facts, sensitivity: body.level }))
      throw new Refusal('forbidden', 'You are not cleared for that sensitivity yourself.')
    return { sensitivity: await custody.setSensitivity(call(), params.id, body) }
  })

  serve(app, 'listLegalHolds', async ({ params, caller }) => {
    await authorize(portico, caller, 'holdCases', params.id)
    return { holds: await custody.holds(params.id) }
  })

  serve(app, 'placeLegalHold', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'holdCases', params.id)
    return custody.placeHold(call(), params.id, body.why)
  })

  serve(app, 'liftLegalHold', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'holdCases', params.id)
    await custody.liftHold(call(), params.id, params.holdId, body.why)
  })

  serve(app, 'listDueCases', async ({ query, caller }) => {
    refuseUnlessAllowed(portico, caller, ['purgeCases'])
    const limit = query.limit ?? 100
    const after = query.after === undefined ? {} : { after: dueCursor(query.after) }
    const seen = await askingFor(portico, caller)
    const found = await custody.due({ ...after, limit: limit + 1, seen })
    const cases = found.slice(0, limit)
    const last = found.length > limit ? cases.at(-1) : undefined
    return { cases, ...(last ? { next: `${last.closedAt}~${last.id}` } : {}) }
  })

  serve(app, 'purgeCase', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, body.order ? 'purgeByOrder' : 'purgeCases', params.id)
    return { tombstone: await custody.purge(call(), params.id, body.order) }
  })

  serve(app, 'getTombstone', async ({ params, caller }) => {
    refuseUnlessAllowed(portico, caller, ['readTombstones'])
    return { tombstone: await custody.tombstone(params.id, await askingFor(portico, caller)) }
  })

  serve(app, 'listTombstones', async ({ query, caller }) => {
    refuseUnlessAllowed(portico, caller, ['readTombstones'])
    const limit = query.limit ?? 100
    const seen = await askingFor(portico, caller)
    const found = await custody.tombstones({ after: query.after, limit: limit + 1, seen })
    const tombstones = found.slice(0, limit)
    return { tombstones, ...(found.length > limit ? { next: tombstones.at(-1)?.caseId } : {}) }
  })
}

function dueCursor(after: string) {
  const [, closedAt, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\w+)$/.exec(after) ?? []
  if (!closedAt || !id || Number.isNaN(Date.parse(closedAt)))
    throw new HttpRefusal(400, 'after must be what the page before gave as next.')
  return { closedAt, id }
}
