import type { Portico } from '../app/portico.ts'
import type { Caller } from './authentication.ts'
import type { Handlers } from './route.ts'

/** Sees no case but those that they represent. */
const nothing = -1

export function boilerplateHandlers({ boilerplate, permissions, caseAccess }: Portico) {
  return {
    searchBoilerplate: ({ query: { after, limit = 20, ...asked } }) =>
      boilerplate.search(asked, { after, limit }),

    getBoilerplate: ({ params, query }) => boilerplate.find(params.entryId, query.version),

    getBoilerplateChanges: ({ params, query }) => boilerplate.changes(params.entryId, query.from, query.to),

    listBoilerplateUses: async ({ params, query: { version, after, limit = 50 }, caller }) => {
      const { upTo = nothing } = permissions.sightOf(caller)
      const barred = await caseAccess.representedCases(caller)
      return boilerplate.uses({ entryId: params.entryId, version }, { upTo, barred, after, limit })
    },

    listUntriedConditions: ({ query: { limit = 200, ...asked } }) => boilerplate.untried({ ...asked, limit }),

    offerBoilerplate: ({ params, query: { after, limit = 20, ...asked }, caller, now }) =>
      boilerplate.offers(params.id, asked, { after, limit, signature: signatureOf(caller, now) }),

    tryBoilerplate: ({ params, body, caller, now }) =>
      boilerplate.try(params.id, body, signatureOf(caller, now)),

    listDraftBoilerplate: async ({ params, now }) => ({
      boilerplate: await boilerplate.inDraft({ caseId: params.id, workProductId: params.productId }, now),
    }),
  } satisfies Partial<Handlers>
}

function signatureOf(caller: Caller, now: Date) {
  const by = { id: caller.id, name: caller.username, kind: caller.kind }
  return { by, name: caller.displayName, at: now.toISOString() }
}
