import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'
import { signatureOf } from './row-arguments.ts'

/** Sees no case but those that they represent. */
const nothing = -1

export function boilerplateHandlers({ boilerplate, permissions, caseAccess }: Portico) {
  return {
    searchBoilerplate: ({ query: { after, limit = 20, ...asked } }) =>
      boilerplate.search(asked, { after, limit }),

    listBoilerplateUses: async ({ params, query: { version, after, limit = 50 }, caller }) => {
      const { upTo = nothing } = permissions.sightOf(caller)
      const barred = await caseAccess.representedCases(caller)
      return boilerplate.uses({ entryId: params.entryId, version }, { upTo, barred, after, limit })
    },

    offerBoilerplate: ({ params, query: { after, limit = 20, ...asked }, caller, now }) =>
      boilerplate.offers(params.id, asked, { after, limit, signature: signatureOf(caller, now) }),
  } satisfies Partial<Handlers>
}
