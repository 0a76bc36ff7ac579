import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function accessGrantHandlers(portico: Portico) {
  const { accessGrants } = portico

  return {
    listAccessGrants: async ({ params }) => ({ grants: await accessGrants.list(params.id) }),

    grantAccess: async ({ params, body, caller, call }) => ({
      grant: await accessGrants.grant(call(), params.id, body, caller.clearance),
    }),

    withdrawAccess: ({ params, query, call }) =>
      accessGrants.withdraw(call(), params.id, params.grantId, query.why),
  } satisfies Partial<Handlers>
}
