import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { NewHold, SlotSearch } from './types.ts'

export function slotsOver({ call }: Calls) {
  return {
    /**
     * Find the times at which all participants can, the best first.
     *
     * @example
     * ```ts
     * const { slots, blocking } = await client.slots.search({
     *   participants: [{ kind: 'room', id: 'washington1' }],
     *   from: '2096-03-01',
     *   to: '2096-03-31',
     * })
     * console.log(slots[0]?.slot.startsAt, slots[0]?.reasons, blocking)
     * ```
     */
    search: (asked: SlotSearch, options?: CallOptions) => call('searchSlots', { body: asked }, options),

    /**
     * Hold a time in the calendars of its participants, until it expires or a session is placed on it.
     *
     * @example
     * ```ts
     * const participants = [{ kind: 'room', id: 'washington2' } as const]
     * const { slots } = await client.slots.search({ participants, from: '2096-06-01', to: '2096-06-30' })
     * const hold = await client.slots.hold({ participants, slot: slots[0]!.slot })
     * const { id } = await client.sessions.request(caseId, { kind: 'inPerson' })
     * await client.sessions.place(caseId, id, { slot: hold.slot, holdId: hold.id })
     * ```
     */
    hold: (hold: NewHold, options?: WriteOptions) => call('holdSlot', { body: hold }, options),

    /**
     * Get a hold that has not ended.
     *
     * @example
     * ```ts
     * const participants = [{ kind: 'room', id: 'denver1' } as const]
     * const slot = { startsAt: '2096-08-01T16:00:00.000Z', minutes: 60, timeZone: 'America/Denver' }
     * const { id } = await client.slots.hold({ participants, slot })
     * console.log((await client.slots.held(id)).expiresAt)
     * ```
     */
    held: (holdId: string, options?: CallOptions) => call('getHold', { holdId }, options),

    /**
     * Release a hold.
     *
     * @example
     * ```ts
     * const participants = [{ kind: 'room', id: 'denver1' } as const]
     * const slot = { startsAt: '2096-09-03T16:00:00.000Z', minutes: 60, timeZone: 'America/Denver' }
     * const { id } = await client.slots.hold({ participants, slot })
     * await client.slots.release(id)
     * ```
     */
    release: (holdId: string, options?: WriteOptions) => call('releaseHold', { holdId }, options),
  }
}

/** Times at which all who take part can: found, and held until a session is placed on them. */
export type Slots = ReturnType<typeof slotsOver>
