import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { CalendarImport, NewBlackout, NewCalendarEntry, Participant } from './types.ts'

export function calendarsOver({ call }: Calls) {
  return {
    /**
     * List the calendar entries of a participant: when they can, and when they cannot.
     *
     * @example
     * ```ts
     * const room = { kind: 'room', id: 'washington1' } as const
     * for (const { effect, starts, ends, repeats } of await client.calendars.entries(room)) {
     *   console.log(effect, starts, ends, repeats)
     * }
     * ```
     */
    entries: (participant: Participant, options?: CallOptions) =>
      call('listAvailability', {}, { ...options, ...participant }),

    /**
     * Add a calendar entry.
     *
     * @example
     * ```ts
     * await client.calendars.add({
     *   participant: { kind: 'room', id: 'washington1' },
     *   effect: 'busy',
     *   starts: '2096-03-05T09:00',
     *   ends: '2096-03-05T12:00',
     *   timeZone: 'America/New_York',
     *   repeats: 'FREQ=WEEKLY;COUNT=4',
     *   why: 'The cleaners come.',
     * })
     * ```
     */
    add: (entry: NewCalendarEntry, options?: WriteOptions) =>
      call('addAvailability', { body: entry }, options),

    /**
     * Import the calendar of a participant as iCalendar. What was not understood is busy, and said event by event.
     *
     * @example
     * ```ts
     * const event = ['BEGIN:VEVENT', 'UID:1@example.org', 'DTSTART:20960302T140000Z', 'DURATION:PT2H', 'END:VEVENT']
     * const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n')
     * const participant = { kind: 'room', id: 'washington2' } as const
     * const answer = await client.calendars.import({ participant, timeZone: 'America/New_York', calendar })
     * for (const { summary, why } of answer.takenAsBusy) console.log('Busy, to be checked:', summary, why)
     * for (const { summary, why } of answer.leftOut) console.log('Takes no time:', summary, why)
     * console.log(answer.added)
     * ```
     */
    import: (calendar: CalendarImport, options?: WriteOptions) =>
      call('importAvailability', { body: calendar }, options),

    /**
     * Replace a calendar entry.
     *
     * @example
     * ```ts
     * const entry = {
     *   participant: { kind: 'room', id: 'washington1' } as const,
     *   effect: 'busy' as const,
     *   starts: '2096-04-02T09:00',
     *   ends: '2096-04-02T12:00',
     *   timeZone: 'America/New_York',
     * }
     * const { id } = await client.calendars.add(entry)
     * await client.calendars.change(id, { ...entry, ends: '2096-04-02T17:00' })
     * ```
     */
    change: (entryId: string, entry: NewCalendarEntry, options?: WriteOptions) =>
      call('changeAvailability', { entryId, body: entry }, options),

    /**
     * Delete a calendar entry.
     *
     * @example
     * ```ts
     * const { id } = await client.calendars.add({
     *   participant: { kind: 'room', id: 'washington1' },
     *   effect: 'busy',
     *   starts: '2096-05-02T09:00',
     *   ends: '2096-05-02T12:00',
     *   timeZone: 'America/New_York',
     * })
     * await client.calendars.remove(id)
     * ```
     */
    remove: (entryId: string, options?: WriteOptions) => call('removeAvailability', { entryId }, options),

    /**
     * List the days on which nothing may be placed.
     *
     * @example
     * ```ts
     * for (const { from, to, why } of await client.calendars.blackouts({ from: '2096-01-01', to: '2096-12-31' })) {
     *   console.log(from, to, why)
     * }
     * ```
     */
    blackouts: (options?: CallOptions & { from?: string; to?: string }) => call('listBlackouts', {}, options),

    /**
     * Add days on which nothing may be placed, for everybody or for one participant.
     *
     * @example
     * ```ts
     * const { id } = await client.calendars.addBlackout({ from: '2096-12-25', why: 'A federal holiday.' })
     * console.log(id)
     * ```
     */
    addBlackout: (blackout: NewBlackout, options?: WriteOptions) =>
      call('addBlackout', { body: blackout }, options),

    /**
     * Delete a blackout.
     *
     * @example
     * ```ts
     * const { id } = await client.calendars.addBlackout({ from: '2096-07-04', why: 'A federal holiday.' })
     * await client.calendars.removeBlackout(id)
     * ```
     */
    removeBlackout: (blackoutId: string, options?: WriteOptions) =>
      call('removeBlackout', { blackoutId }, options),
  }
}

/** When those who take part in sessions can, and when nothing may be placed. */
export type Calendars = ReturnType<typeof calendarsOver>
