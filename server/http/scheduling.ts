import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { maySee } from './access.ts'
import type { Handlers } from './route.ts'

export function schedulingHandlers(portico: Portico) {
  const { slots } = portico
  return {
    holdSlot: async ({ body, caller, call }) => {
      if (body.caseId !== undefined && !(await maySee(portico, caller, body.caseId)))
        throw new Refusal('notFound', 'There is no case with this id.')
      return { hold: await slots.hold(call(), body) }
    },
    getHold: async ({ params, caller }) => ({
      hold: await slots.find(params.id, {
        memberId: caller.id,
        maySee: (caseId) => maySee(portico, caller, caseId),
      }),
    }),
    releaseHold: ({ params, caller, may }) =>
      slots.release(params.id, { memberId: caller.id, administers: may('administer') }),
  } satisfies Partial<Handlers>
}
