import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function priorityHandlers(portico: Portico) {
  const { priorities } = portico

  return {
    getPriority: async ({ params }) => ({ priority: await priorities.get(params.id) }),

    ruleOnMotion: async ({ params, body, call }) => {
      await priorities.rule(call(), params.id, body)
      return { priority: await priorities.get(params.id) }
    },
  } satisfies Partial<Handlers>
}
