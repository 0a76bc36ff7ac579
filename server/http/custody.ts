import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { HttpRefusal } from './errors.ts'
import { askingFor } from './queues.ts'
import type { Handlers } from './route.ts'

export function custodyHandlers(portico: Portico) {
  const { custody, permissions } = portico

  return {
    setSensitivity: async ({ params, body, caller, access, call }) => {
      if (!permissions.mayRead(caller, { ...access.facts, sensitivity: body.level }))
        throw new Refusal('forbidden', 'Your own clearance is below that sensitivity.')
      return { sensitivity: await custody.setSensitivity(call(), params.id, body) }
    },

    listDueCases: async ({ query, caller }) => {
      const limit = query.limit ?? 100
      const after = query.after === undefined ? {} : { after: dueCursor(query.after) }
      const seen = await askingFor(portico, caller)
      const found = await custody.due({ ...after, limit: limit + 1, seen })
      const cases = found.slice(0, limit)
      const last = found.length > limit ? cases.at(-1) : undefined
      return { cases, ...(last ? { next: `${last.closedAt}~${last.id}` } : {}) }
    },

    purgeCase: async ({ params, body, authorize, call }) => {
      await authorize(body.order ? 'purgeByOrder' : 'purgeCases')
      return { tombstone: await custody.purge(call(), params.id, body.order) }
    },

    listTombstones: async ({ query, caller }) => {
      const limit = query.limit ?? 100
      const seen = await askingFor(portico, caller)
      const found = await custody.tombstones({ after: query.after, limit: limit + 1, seen })
      const tombstones = found.slice(0, limit)
      return { tombstones, ...(found.length > limit ? { next: tombstones.at(-1)?.caseId } : {}) }
    },
  } satisfies Partial<Handlers>
}

function dueCursor(after: string) {
  const [, closedAt, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\w+)$/.exec(after) ?? []
  if (!closedAt || !id || Number.isNaN(Date.parse(closedAt)))
    throw new HttpRefusal(400, 'after must be the next of the previous page.')
  return { closedAt, id }
}
