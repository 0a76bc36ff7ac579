import type { CallOptions } from './request.ts'
import type { PorticoEvent } from './types.ts'

export type EventType = PorticoEvent['type']
export type EventOf<Type extends EventType> = Extract<PorticoEvent, { type: Type }>

export type EventsOptions<Type extends EventType = EventType> = CallOptions & {
  /** A position, or the `next` of the page before: only events behind it. */
  after?: number | string | undefined
  types?: readonly Type[] | undefined
}

export type EventPageOptions<Type extends EventType = EventType> = EventsOptions<Type> & {
  /** The size of a page: at most 1000. */
  limit?: number | undefined
}

export type WatchOptions<Type extends EventType = EventType> = EventsOptions<Type> & {
  /** After how much silence the connection counts as lost. The service sends heartbeats. */
  stallTimeoutMs?: number | undefined
}
