import type { EventType } from '../events.ts'
import type { PortDeclaration } from './kit.ts'

/** The events that wake a port, with each call that they lead to. */
export function heardBy({ hears }: PortDeclaration): [EventType, string][] {
  return Object.entries(hears).flatMap(([type, calls]) =>
    [calls].flat().map((call): [EventType, string] => [type as EventType, call as string]),
  )
}
