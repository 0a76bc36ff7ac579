import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { NewCalendarFeed, Participant } from './types.ts'

export function calendarFeedsOver({ call }: Calls) {
  return {
    /**
     * List the calendar feeds, with their URLs: all of them, or those of a participant.
     *
     * @example
     * ```ts
     * for (const { participant, label, url } of await client.calendarFeeds.list()) {
     *   console.log(participant.name, label, url)
     * }
     * ```
     */
    list: (options?: CallOptions & Partial<Participant>) => call('listFeeds', {}, options),

    /**
     * Create a feed that calendar programs subscribe to: when there are sessions, and their docket numbers.
     *
     * @example
     * ```ts
     * const participant = { kind: 'room', id: 'washington1' } as const
     * const { url } = await client.calendarFeeds.add({ participant, label: 'The door sign' })
     * const calendar = await (await fetch(url)).text()
     * console.log(calendar.startsWith('BEGIN:VCALENDAR'))
     * ```
     */
    add: (feed: NewCalendarFeed, options?: WriteOptions) => call('addFeed', { body: feed }, options),

    /**
     * Give a feed another URL. The one before stops working at once.
     *
     * @example
     * ```ts
     * const { id } = await client.calendarFeeds.add({ participant: { kind: 'location', id: 'denver' } })
     * console.log((await client.calendarFeeds.rotate(id)).url)
     * ```
     */
    rotate: (feedId: string, options?: WriteOptions) => call('rotateFeed', { feedId }, options),

    /**
     * Revoke a feed: its URL stops working at once.
     *
     * @example
     * ```ts
     * const { id } = await client.calendarFeeds.add({ participant: { kind: 'location', id: 'denver' } })
     * await client.calendarFeeds.revoke(id)
     * ```
     */
    revoke: (feedId: string, options?: WriteOptions) => call('revokeFeed', { feedId }, options),
  }
}

/** Calendars of people, rooms and locations that other programs subscribe to. */
export type CalendarFeeds = ReturnType<typeof calendarFeedsOver>
