import type { LogEntry } from '@portico/sdk'
import { msLater, msUntil } from '../ui/moments.ts'
import { createStore, useStore } from './store.ts'

/** Whether the service answers: told by every request that the client makes. */
export type Connection = { isReachable: boolean; lostAt?: Date }

export const connection = createStore<Connection>({ isReachable: navigator.onLine })

export const useConnection = () => useStore(connection)

/** How far the clock of this machine is behind that of the service. */
let behindMs = 0

/** What the service takes it for: by this, not by a clock that may be wrong, its own times are over or not. */
export const serviceNow = (): Date => msLater(new Date(), behindMs)

/** Of what took longer to answer, it is not known when it was. */
const mostMs = 5000

export function heardFromService({ status, date, ms, isAborted }: Partial<LogEntry>) {
  if (isAborted) return
  if (date && ms !== undefined && ms < mostMs) behindMs = msUntil(date) || 0
  setReachable(status !== undefined && status !== 502 && status !== 504)
}

function setReachable(isReachable: boolean) {
  if (connection.get().isReachable === isReachable) return
  connection.set(isReachable ? { isReachable } : { isReachable, lostAt: new Date() })
}

window.addEventListener('offline', () => setReachable(false))
