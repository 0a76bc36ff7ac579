import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { BulkLoad } from '../app/bulk-load/bulk-load.ts'
import type { Permissions } from '../auth/can.ts'
import { refuseUnlessAllowed } from './access.ts'
import type { Caller } from './authentication.ts'
import { bodyBytes } from './bytes-body.ts'
import { serve } from './route.ts'

export function serveImports(
  app: FastifyInstance,
  { bulkLoad, permissions, mostBytes }: { bulkLoad: BulkLoad; permissions: Permissions; mostBytes: number },
) {
  const authorize = (caller: Caller) => refuseUnlessAllowed({ permissions }, caller, ['importCases'])
  const seesAll = (caller: Caller) => permissions.can(caller, 'administer')

  /** What became of the rows tells of cases: an import is for who began it, and for administrators. */
  const authorizeOn = async (caller: Caller, importId: string) => {
    authorize(caller)
    if (!seesAll(caller)) await bulkLoad.refuseOthers(importId, caller.id)
  }

  serve(app, 'startImport', async ({ query, caller, call, request }) => {
    authorize(caller)
    const { actor, idempotency } = call(null)
    const order = { actor, dryRun: query.dryRun ?? false, requestKey: idempotency?.key }
    return { import: await bulkLoad.receive(bodyBytes(request, mostBytes), order) }
  })

  serve(app, 'listImports', async ({ query, caller }) => {
    authorize(caller)
    const limit = query.limit ?? 50
    const actorId = seesAll(caller) ? undefined : caller.id
    const found = await bulkLoad.list({ after: query.after, limit: limit + 1, actorId })
    const shown = found.slice(0, limit)
    return { imports: shown, ...(found.length > limit ? { next: shown.at(-1)?.id } : {}) }
  })

  serve(app, 'getImport', async ({ params, caller }) => {
    await authorizeOn(caller, params.id)
    return { import: await bulkLoad.get(params.id) }
  })

  serve(app, 'listImportErrors', async ({ params, query, caller, reply }) => {
    await authorizeOn(caller, params.id)
    await bulkLoad.get(params.id)
    return reply.type('application/x-ndjson').send(Readable.from(lines(bulkLoad, params.id, query.after)))
  })

  serve(app, 'setImportStatus', async ({ params, body, caller }) => {
    await authorizeOn(caller, params.id)
    return { import: await bulkLoad.setStatus(params.id, body.status) }
  })
}

async function* lines(bulkLoad: BulkLoad, importId: string, after: number | undefined) {
  for await (const page of bulkLoad.errors(importId, after))
    yield page.map((error) => `${JSON.stringify(error)}\n`).join('')
}
