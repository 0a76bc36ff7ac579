import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function schedulingHandlers({ calendars, slots }: Portico, { calendar }: Pick<PortsDesk, 'calendar'>) {
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
    holdSlot: async ({ body, call }) => ({ hold: await slots.hold(call(), body) }),
    getHold: async ({ params }) => ({ hold: await slots.find(params.id) }),
    releaseHold: ({ params }) => slots.release(params.id),
  } satisfies Partial<Handlers>
}
