import type { Calls } from './calls.ts'

import type { EventPageOptions, EventType, WatchOptions } from './event-options.ts'
import { watchEvents } from './watch.ts'

export function eventsOver({ list, open }: Calls) {
  return {
    /**
     * List the events of all cases, oldest first, for roles that may read them.
     *
     * @example
     * ```ts
     * const since = await client.events.list({ types: ['case.opened'], limit: 10 }).page()
     * console.log(since.events.length, since.next)
     *
     * for await (const { position, caseId, type } of client.events.list({ after: since.next })) {
     *   console.log(position, caseId, type)
     * }
     * ```
     */
    list: (options?: EventPageOptions) => list('listEvents', {}, options),

    /**
     * Stream the events of all cases as they happen, like `cases.watch`.
     *
     * @example
     * ```ts
     * const stop = new AbortController()
     * for await (const event of client.events.watch({ signal: stop.signal })) {
     *   console.log(event.caseId, event.type)
     *   stop.abort()
     * }
     * ```
     */
    watch: <Type extends EventType = EventType>(options?: WatchOptions<Type>) =>
      watchEvents((headers, asked) => open('listEvents', {}, headers, asked), options),
  }
}

/** The events of all cases. */
export type Events = ReturnType<typeof eventsOver>
