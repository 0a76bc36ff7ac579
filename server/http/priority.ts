import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { authorize } from './access.ts'
import { serve } from './route.ts'

export function servePriority(app: FastifyInstance, portico: Portico) {
  const { priorities } = portico

  serve(app, 'getPriority', async ({ params, caller }) => {
    await authorize(portico, caller, 'readState', params.id)
    return { priority: await priorities.get(params.id) }
  })

  serve(app, 'ruleOnMotion', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'advanceCases', params.id)
    await priorities.rule(call(), params.id, body)
    return { priority: await priorities.get(params.id) }
  })
}
