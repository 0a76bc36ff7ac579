import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

/** How a member wants to be told. */
export function alertHandlers({ subscriptions }: Portico) {
  return {
    getSubscriptions: ({ caller, may }) => subscriptions.get({ id: caller.id, hasTasks: may('readTasks') }),

    setSubscriptions: ({ caller, may, body, call }) =>
      subscriptions.set({ id: caller.id, hasTasks: may('readTasks') }, body, call().expectedVersion),
  } satisfies Partial<Handlers>
}
