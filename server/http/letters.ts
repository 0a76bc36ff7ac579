import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import { leftSignal } from './connections.ts'
import type { Handlers } from './route.ts'

/** Sees no case but those that they represent. */
const nothing = -1

export function letterHandlers({ letters, permissions, caseAccess }: Portico) {
  return {
    findLetters: async ({ query: { status, after, limit = 100 }, caller }) => {
      const { upTo = nothing } = permissions.sightOf(caller)
      return letters.ofAllCases(
        { status },
        { upTo, barred: await caseAccess.representedCases(caller), after, limit },
      )
    },

    listLetters: async ({ params }) => ({ letters: await letters.list(params.id) }),

    writeLetter: async ({ params, body, call }) => ({
      letter: await letters.write(call(), params.id, body),
    }),

    previewLetter: ({ params, body, caller, reply }) =>
      letters.preview(params.id, body, caller, leftSignal(reply.raw)),

    retryLetter: async ({ params, body: { ends }, call }) => {
      const request = { ...call(), confirm: endsOnly(ends, namedBy.retryLetter(params)) }
      return { letter: await letters.retry(request, params.id, params.letterId) }
    },

    receiptLetter: async ({ params, body, call }) => {
      const { ends, ...receipt } = body
      const request = { ...call(), confirm: endsOnly(ends, namedBy.receiptLetter(params)) }
      return { letter: await letters.receipt(request, params.id, params.letterId, receipt) }
    },

    failLetter: async ({ params, body, call }) => ({
      letter: await letters.fail(call(), params.id, params.letterId, body),
    }),
  } satisfies Partial<Handlers>
}
