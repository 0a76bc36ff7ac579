import { byHandOver } from './by-hand.ts'
import type { Calls } from './calls.ts'
import type { Portico } from './generated/client.ts'
import { methodsOver } from './methods.ts'

export type { Portico } from './generated/client.ts'

/** The client: its methods as the routes declare them, and those that are written by hand. */
export function porticoOver(calls: Calls): Portico {
  const client: Record<string, unknown> = methodsOver(calls)
  for (const [name, part] of Object.entries(byHandOver(calls)))
    client[name] = typeof part === 'function' ? part : { ...(client[name] as object), ...part }
  return client as Portico
}
