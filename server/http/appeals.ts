import { Readable } from 'node:stream'
import type { Portico } from '../app/portico.ts'
import type { Sight } from '../auth/can.ts'
import { leftSignal } from './connections.ts'
import type { Handlers } from './route.ts'
import { refuseEmptySearch } from './search-query.ts'
import { isNotModified, sendJson } from './sending.ts'

export function appealHandlers(portico: Portico) {
  return {
    listAppeals: async ({ caller, request, reply }) => {
      const sight = portico.permissions.sightOf(caller)
      const seen = `${sight.upTo ?? ''}-${sight.representedBy ?? ''}`
      const { position, epoch, isFresh } = await portico.live.end()
      // Where there may be more by now, nobody is told that what they have is current.
      if (isFresh && isNotModified(request, reply, `W/"appeals-${position}@${epoch}-${seen}"`)) return reply
      return sendJson(reply, Readable.from(appealListJson(portico, sight), { objectMode: false }))
    },

    search: async ({ params, query, caller, access }) => {
      refuseEmptySearch(query.q)
      const { hits } = await portico.search.hits(params.id, caller, query.q, access)
      return { query: query.q, hits: hits.map(({ page, snippet }) => ({ page, snippet })) }
    },

    getFile: async ({ params, query, caller, reply, sendFile }) => {
      const format = query.format ?? 'pdf'
      const annotations = query.annotations ?? false
      const asked = { format, annotations, reader: caller, signal: leftSignal(reply.raw) }
      return sendFile(await portico.files.exportCase(params.id, asked), { format, annotations })
    },
  } satisfies Partial<Handlers>
}

async function* appealListJson(portico: Portico, sight: Sight): AsyncGenerator<string> {
  let separator = '{"appeals":['
  for await (const page of portico.cases.appealPages(sight)) {
    yield separator + page.map((appeal) => JSON.stringify(appeal)).join(',')
    separator = ','
  }
  yield separator === ',' ? ']}' : `${separator}]}`
}
