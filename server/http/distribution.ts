import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { refuseUnlessAllowed } from './access.ts'
import { askingFor } from './queues.ts'
import { serve } from './route.ts'

export function serveDistribution(app: FastifyInstance, portico: Portico) {
  const { distribution } = portico

  serve(app, 'listRanking', async ({ query, caller, now }) => {
    refuseUnlessAllowed(portico, caller, ['readRanking'])
    const { mostSensitivity, barredCaseIds } = await askingFor(portico, caller)
    return distribution.ranking({ ...query, mostSensitivity, barredCaseIds, now })
  })

  serve(app, 'askForCases', async ({ body, caller, call }) => {
    const memberId = body.memberId ?? caller.id
    const isOwn = memberId === caller.id
    refuseUnlessAllowed(portico, caller, isOwn ? ['askForCases', 'distributeCases'] : ['distributeCases'])
    return distribution.ask(call(), memberId, await askingFor(portico, caller))
  })

  serve(app, 'listRuns', async ({ query, caller }) => {
    refuseUnlessAllowed(portico, caller, ['readRanking'])
    return distribution.runs(query, await askingFor(portico, caller))
  })

  serve(app, 'getRun', async ({ params, caller }) => {
    refuseUnlessAllowed(portico, caller, ['readRanking'])
    return distribution.run(params.id, await askingFor(portico, caller))
  })

  serve(app, 'simulateLevers', async ({ body, caller, now }) => {
    refuseUnlessAllowed(portico, caller, ['distributeCases'])
    return distribution.simulate(body.levers, now, await askingFor(portico, caller))
  })
}
