import { Readable } from 'node:stream'
import type { BulkLoad } from '../app/bulk-load/bulk-load.ts'
import { bodyBytes } from './bytes-body.ts'
import type { Handlers, Input } from './route.ts'

export function importHandlers(bulkLoad: BulkLoad, { mostBytes }: { mostBytes: number }) {
  /** What became of the rows tells of cases: an import is for who began it, and for administrators. */
  const refuseOthers = async ({
    params,
    caller,
    may,
  }: Pick<Input<'getImport'>, 'params' | 'caller' | 'may'>) => {
    if (!may('administer')) await bulkLoad.refuseOthers(params.id, caller.id)
  }

  return {
    startImport: async ({ query, call, request }) => {
      const { actor, idempotency } = call(null)
      const order = { actor, dryRun: query.dryRun ?? false, requestKey: idempotency?.key }
      return { import: await bulkLoad.receive(bodyBytes(request, mostBytes), order) }
    },

    listImports: async ({ query, caller, may }) => {
      const limit = query.limit ?? 50
      const actorId = may('administer') ? undefined : caller.id
      const found = await bulkLoad.list({ after: query.after, limit: limit + 1, actorId })
      const shown = found.slice(0, limit)
      return { imports: shown, ...(found.length > limit ? { next: shown.at(-1)?.id } : {}) }
    },

    getImport: async (input) => {
      await refuseOthers(input)
      return { import: await bulkLoad.get(input.params.id) }
    },

    listImportErrors: async (input) => {
      const { params, query, reply } = input
      await refuseOthers(input)
      await bulkLoad.get(params.id)
      return reply.type('application/x-ndjson').send(Readable.from(lines(bulkLoad, params.id, query.after)))
    },

    setImportStatus: async (input) => {
      await refuseOthers(input)
      return { import: await bulkLoad.setStatus(input.params.id, input.body.status) }
    },
  } satisfies Partial<Handlers>
}

async function* lines(bulkLoad: BulkLoad, importId: string, after: number | undefined) {
  for await (const page of bulkLoad.errors(importId, after))
    yield page.map((error) => `${JSON.stringify(error)}\n`).join('')
}
