import type { LogEntry } from '@portico/sdk'
import { createStore, useStore } from './store.ts'

/** Whether the service answers: told by every request that the client makes. */
export type Connection = { isReachable: boolean; lostAt?: Date }

export const connection = createStore<Connection>({ isReachable: navigator.onLine })

export const useConnection = () => useStore(connection)

export function heardFromService({ status, isAborted }: Pick<LogEntry, 'status' | 'isAborted'>) {
  if (isAborted) return
  setReachable(status !== undefined && status !== 502 && status !== 504)
}

function setReachable(isReachable: boolean) {
  if (connection.get().isReachable === isReachable) return
  connection.set(isReachable ? { isReachable } : { isReachable, lostAt: new Date() })
}

window.addEventListener('offline', () => setReachable(false))
