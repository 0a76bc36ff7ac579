import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { maySee } from './access.ts'
import type { Handlers } from './route.ts'

export function schedulingHandlers(portico: Portico, { calendar }: Pick<PortsDesk, 'calendar'>) {
  const { calendars, slots } = portico
  return {
    listAvailability: async ({ query }) => ({ entries: await calendars.entries(query) }),
    addAvailability: async ({ body, call }) => ({ entry: await calendars.add(call(), body) }),
    importAvailability: ({ body, call }) => calendars.import(call(), body),
    changeAvailability: async ({ params, body, call }) => ({
      entry: await calendars.change(call(), params.entryId, body),
    }),
    removeAvailability: ({ params }) => calendars.remove(params.entryId),

    listBlackouts: async ({ query }) => ({ blackouts: await calendars.blackouts(query) }),
    addBlackout: async ({ body, call }) => ({ blackout: await calendars.addBlackout(call(), body) }),
    removeBlackout: ({ params }) => calendars.removeBlackout(params.id),

    searchSlots: ({ body }) => slots.search(body, calendar),
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
