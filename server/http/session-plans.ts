import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { noSuchSession } from '../app/sessions/placing/session-lists.ts'
import { maySee } from './access.ts'
import { askingFor } from './queues.ts'
import type { Handlers } from './route.ts'

export function sessionPlanHandlers(portico: Portico, { calendar }: Pick<PortsDesk, 'calendar'>) {
  const { sessionLists, sessionPlans } = portico

  return {
    getSession: async ({ params, caller }) => {
      const found = await sessionLists.get(params.sessionId)
      if (!(await maySee(portico, caller, found.caseId))) throw noSuchSession()
      return { found }
    },

    acceptSessionPlan: async ({ params, body, caller, call }) => {
      const planner = {
        ...(await askingFor(portico, caller)),
        maySee: (caseId: string) => maySee(portico, caller, caseId),
      }
      return { plan: await sessionPlans.accept(call(), params.planId, body, planner, calendar) }
    },
  } satisfies Partial<Handlers>
}
