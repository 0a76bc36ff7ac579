import type { EventType } from '../events.ts'
import type { PortDeclaration } from './kit.ts'

/** The events that wake a port, with the call that each leads to. */
export function heardBy({ hears }: PortDeclaration): [EventType, string][] {
  return Object.entries(hears) as [EventType, string][]
}
