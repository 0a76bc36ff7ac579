import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { authorize } from './access.ts'
import { serve } from './route.ts'

export function serveAccessGrants(app: FastifyInstance, portico: Portico) {
  const { accessGrants } = portico

  serve(app, 'listAccessGrants', async ({ params, caller }) => {
    await authorize(portico, caller, 'grantAccess', params.id)
    return { grants: await accessGrants.list(params.id) }
  })

  serve(app, 'grantAccess', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'grantAccess', params.id)
    return { grant: await accessGrants.grant(call(), params.id, body) }
  })

  serve(app, 'withdrawAccess', async ({ params, query, caller, call }) => {
    await authorize(portico, caller, 'grantAccess', params.id)
    await accessGrants.withdraw(call(), params.id, params.grantId, query.why)
  })
}
