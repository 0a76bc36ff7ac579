import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import type { Sight } from '../auth/can.ts'
import { arrangementOf, caseFile } from '../core/file/case-file.ts'
import { authorize, refuseUnlessAllowed } from './access.ts'
import { cachedDocumentLists } from './document-lists.ts'
import { serve } from './route.ts'
import { refuseEmptySearch } from './search-query.ts'
import { isNotModified, sendFile, sendJson } from './sending.ts'
import { accessOf } from './trace.ts'

export function serveAppeals(app: FastifyInstance, portico: Portico) {
  const lists = cachedDocumentLists(portico)

  serve(app, 'listAppeals', async ({ caller, request, reply }) => {
    refuseUnlessAllowed(portico, caller, ['readCases'])
    const sight = portico.permissions.sightOf(caller)
    const seen = `${sight.upTo ?? ''}-${sight.representedBy ?? ''}`
    if (isNotModified(request, reply, `W/"appeals-${await portico.live.ceiling()}-${seen}"`)) return reply
    return sendJson(reply, Readable.from(appealListJson(portico, sight), { objectMode: false }))
  })

  serve(app, 'getAppeal', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'case' }))
    return portico.appeal(params.id)
  })

  serve(app, 'search', async (input) => {
    const { params, query, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    refuseEmptySearch(query.q)
    portico.accessLog.note(accessOf(input, params.id, 'search', { of: 'pages' }))
    const { hits } = await portico.search(params.id, query.q)
    return { query: query.q, hits: hits.map(({ page, snippet }) => ({ page, snippet })) }
  })

  serve(
    app,
    'arrangeDocuments',
    async ({ params, body, caller, call }) => {
      await authorize(portico, caller, 'arrange', params.id)
      const command = { type: 'arrangeDocuments' as const, caseId: params.id, documentIds: body.documentIds }
      // Read before: the answer is kept for repeats in the transaction that arranges. Documents never go.
      const documents = new Map(
        (await portico.documents(params.id, caller)).map((document) => [document.id, document]),
      )
      return portico.execute(caseFile, call(), command, ({ state }) => ({
        documents: arrangementOf(state).map((id, position) => ({ ...documents.get(id), position })),
      }))
    },
    { bodyLimit: 8 * 1024 * 1024 },
  )

  serve(app, 'listDocuments', async ({ params, caller, request, reply }) => {
    const { version } = await authorize(portico, caller, 'readCases', params.id)
    if (isNotModified(request, reply, `"${version}-${caller.id}-${caller.audience}"`)) return reply
    return sendJson(reply, await lists.get(params.id, caller, version))
  })

  serve(app, 'getFile', async (input) => {
    const { params, query, caller, request, reply } = input
    await authorize(portico, caller, 'exportCase', params.id)
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const format = query.format ?? 'pdf'
    const annotations = query.annotations ?? false
    const asked = { format, annotations, reader: caller, signal: left.signal }
    const file = await portico.exportCase(params.id, asked)
    return sendFile(request, reply, file, ({ isPartial }) => {
      const what = { of: 'caseFile' as const, format, annotations, ...(isPartial ? { isPartial } : {}) }
      return portico.accessLog.record(accessOf(input, params.id, 'download', what))
    })
  })
}

async function* appealListJson(portico: Portico, sight: Sight): AsyncGenerator<string> {
  let separator = '{"appeals":['
  for await (const page of portico.appealPages(sight)) {
    yield separator + page.map((appeal) => JSON.stringify(appeal)).join(',')
    separator = ','
  }
  yield separator === ',' ? ']}' : `${separator}]}`
}
