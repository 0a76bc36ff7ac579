import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { authorize } from './access.ts'
import { serve } from './route.ts'

/** Sessions of a case, what its decisions owe to their recipients, and whether they were put into effect. */
export function serveSessions(app: FastifyInstance, portico: Portico) {
  const { sessions, deliveries, effectuation } = portico

  serve(app, 'listSessions', async ({ params, caller }) => {
    await authorize(portico, caller, 'readState', params.id)
    return { sessions: await sessions.list(params.id) }
  })

  serve(app, 'requestSession', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'manageSessions', params.id)
    return { session: await sessions.request(call(), params.id, body) }
  })

  serve(app, 'placeSession', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'manageSessions', params.id)
    return { session: await sessions.place(call(), params.id, params.sessionId, body) }
  })

  serve(app, 'endSession', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'manageSessions', params.id)
    return { session: await sessions.end(call(), params.id, params.sessionId, body) }
  })

  serve(app, 'listDeliveries', async ({ params, caller }) => {
    await authorize(portico, caller, 'readTasks', params.id)
    return { deliveries: await deliveries.list(params.id) }
  })

  serve(app, 'receiptDelivery', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'recordDeliveries', params.id)
    return { delivery: await deliveries.receipt(call(), params.id, params.deliveryId, body) }
  })

  serve(app, 'failDelivery', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'recordDeliveries', params.id)
    return { delivery: await deliveries.fail(call(), params.id, params.deliveryId, body) }
  })

  serve(app, 'reportEffectuation', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'reportEffectuation', params.id)
    return { effectuation: await effectuation.report(call(), params.id, body) }
  })
}
