import type { PorticoEvent } from './generated/types.ts'
import type { CallOptions } from './request.ts'

export type EventType = PorticoEvent['type']
export type EventOf<Type extends EventType> = Extract<PorticoEvent, { type: Type }>

export type EventsOptions<Type extends EventType = EventType> = CallOptions & {
  /** Only events after this position, after the `next` of a page, or after the `resumeAfter` of an error. */
  after?: number | string | undefined
  types?: readonly Type[] | undefined
}

export type EventPageOptions<Type extends EventType = EventType> = EventsOptions<Type> & {
  /** Page size, at most 1000. */
  limit?: number | undefined
}

export type WatchOptions<Type extends EventType = EventType> = EventsOptions<Type> & {
  /** How much silence counts as a lost connection. The service sends heartbeats. */
  stallTimeoutMs?: number | undefined
}
