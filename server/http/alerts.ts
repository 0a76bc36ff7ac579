import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

/** What a member was told, and how they want to be told: theirs alone. */
export function alertHandlers({ alerts, subscriptions }: Portico) {
  return {
    listAlerts: ({ caller, query: { unread, notification, after, limit = 50 } }) =>
      alerts.list(caller, { unread, notification, after, limit }),

    markAlert: async ({ caller, params, body }) => ({
      alert: await alerts.mark(caller, params.id, body.read),
    }),

    markAlerts: async ({ caller, body }) => ({ unread: await alerts.markAll(caller, body.upTo) }),

    getSubscriptions: ({ caller, may }) => subscriptions.get({ id: caller.id, hasTasks: may('readTasks') }),

    setSubscriptions: ({ caller, may, body, call }) =>
      subscriptions.set({ id: caller.id, hasTasks: may('readTasks') }, body, call().expectedVersion),
  } satisfies Partial<Handlers>
}
