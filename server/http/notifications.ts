import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function notificationHandlers({ messages, partyNotices, tryNotification }: Portico) {
  return {
    listNotifications: async ({ params }) => ({ notifications: await messages.sent(params.id) }),

    previewNotification: ({ params, body }) => tryNotification(params.id, body),

    getPartyNotices: async ({ params }) => ({ notices: await partyNotices.get(params.id, params.partyId) }),

    setPartyNotices: async ({ params, body, call }) => ({
      notices: await partyNotices.set(call(), params.id, params.partyId, body),
    }),
  } satisfies Partial<Handlers>
}
