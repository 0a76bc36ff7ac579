import type { Portico } from '../app/portico.ts'
import { askingFor } from './queues.ts'
import type { Handlers } from './route.ts'

export function distributionHandlers(portico: Portico) {
  const { distribution } = portico

  return {
    listRanking: async ({ query, caller, now }) => {
      const { mostSensitivity, barredCaseIds } = await askingFor(portico, caller)
      return distribution.ranking({ ...query, mostSensitivity, barredCaseIds, now })
    },

    askForCases: async ({ body, caller, authorize, call }) => {
      const memberId = body.memberId ?? caller.id
      const isOwn = memberId === caller.id
      await authorize('distributeCases', ...(isOwn ? (['askForCases'] as const) : []))
      return distribution.ask(call(), memberId, await askingFor(portico, caller))
    },
  } satisfies Partial<Handlers>
}
