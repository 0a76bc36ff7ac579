import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { noSuchSession } from '../app/sessions/placing/session-lists.ts'
import { maySee } from './access.ts'
import { askingFor } from './queues.ts'
import type { Handlers } from './route.ts'

export function sessionPlanHandlers(portico: Portico, { calendar }: Pick<PortsDesk, 'calendar'>) {
  const { sessionLists, sessionPlans } = portico

  return {
    findSessions: async ({ query, caller }) => sessionLists.find(query, await askingFor(portico, caller)),

    getSession: async ({ params, caller }) => {
      const found = await sessionLists.get(params.sessionId)
      if (!(await maySee(portico, caller, found.caseId))) throw noSuchSession()
      return { found }
    },

    listSessionQueue: async ({ query, caller }) =>
      sessionLists.queue(query, await askingFor(portico, caller)),

    planSessions: async ({ body, caller, call }) => ({
      plan: await sessionPlans.plan(call(), body, await askingFor(portico, caller), calendar),
    }),

    planRepairs: async ({ body, caller, call }) => ({
      plan: await sessionPlans.repair(call(), body, await askingFor(portico, caller), calendar),
    }),

    getSessionPlan: async ({ params, caller }) => ({
      plan: await sessionPlans.read(params.planId, await askingFor(portico, caller)),
    }),

    acceptSessionPlan: async ({ params, body, caller, call }) => {
      const planner = {
        ...(await askingFor(portico, caller)),
        maySee: (caseId: string) => maySee(portico, caller, caseId),
      }
      return { plan: await sessionPlans.accept(call(), params.planId, body, planner, calendar) }
    },
  } satisfies Partial<Handlers>
}
