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
     * Stream the events of all cases as they happen, like `cases.watch`. If the log is restored from a backup, or its
     * database is promoted, the events that you have seen last may be gone, and others have their positions. The stream
     * then fails with the code `gone`, and `resumeAfter` is the place up to which nothing has changed.
     *
     * @example
     * ```ts
     * import { PorticoError } from '@portico/sdk'
     *
     * const stop = new AbortController()
     * let after: string | number = 0
     * while (!stop.signal.aborted) {
     *   try {
     *     for await (const event of client.events.watch({ after, signal: stop.signal })) {
     *       console.log(event.caseId, event.type)
     *       after = event.cursor
     *       stop.abort()
     *     }
     *   } catch (error) {
     *     if (!(error instanceof PorticoError) || error.resumeAfter === undefined) throw error
     *     console.log(`The log was put back: what came after ${error.resumeAfter} is read again.`)
     *     after = error.resumeAfter
     *   }
     * }
     * ```
     */
    watch: <Type extends EventType = EventType>(options?: WatchOptions<Type>) =>
      watchEvents((headers, asked) => open('listEvents', {}, headers, asked), options),
  }
}

/** The events of all cases. */
export type Events = ReturnType<typeof eventsOver>
