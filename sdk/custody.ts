import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { Purge, SetSensitivity } from './types.ts'

export function custodyOver({ call, list }: Calls) {
  return {
    /**
     * Says who may see a case: only members who are cleared for its sensitivity.
     *
     * @example
     * ```ts
     * const { label } = await client.custody.setSensitivity(caseId, { level: 3, why: 'Protected records.' })
     * console.log(label)
     * ```
     */
    setSensitivity: (caseId: string, sensitivity: SetSensitivity, options?: WriteOptions) =>
      call('setSensitivity', { caseId, body: sensitivity }, options),

    /**
     * List legal holds on a case, including lifted ones.
     *
     * @example
     * ```ts
     * const holds = await client.custody.holds(caseId)
     * console.log(holds.filter(({ lifted }) => !lifted).map(({ why }) => why))
     * ```
     */
    holds: (caseId: string, options?: CallOptions) => call('listLegalHolds', { caseId }, options),

    /**
     * Holds a case: it is not purged until the hold is lifted.
     *
     * @example
     * ```ts
     * const { id, placedAt } = await client.custody.hold(caseId, 'Litigation is expected.')
     * console.log(id, placedAt)
     * ```
     */
    hold: (caseId: string, why: string, options?: WriteOptions) =>
      call('placeLegalHold', { caseId, body: { why } }, options),

    /**
     * Lifts a legal hold. One that was lifted stays as it is.
     *
     * @example
     * ```ts
     * const { id } = await client.custody.hold(caseId, 'Litigation is expected.')
     * await client.custody.lift(caseId, id, 'The court has decided.')
     * ```
     */
    lift: (caseId: string, holdId: string, why: string, options?: WriteOptions) =>
      call('liftLegalHold', { caseId, holdId, body: { why } }, options),

    /**
     * The closed cases whose time to be kept is over, those closed longest ago first.
     *
     * @example
     * ```ts
     * for await (const { docketNumber, dueAt, isHeld } of client.custody.due()) {
     *   console.log(docketNumber, dueAt, isHeld)
     * }
     * ```
     */
    due: (options?: QueryOf<'listDueCases'> & CallOptions) => list('listDueCases', {}, options),

    /**
     * Erases a closed case for good: its payloads, its text, its files. Before its time is over only by an `order`.
     *
     * @example
     * ```ts
     * await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
     * const { purgedAt, events } = await client.custody.purge(caseId, { order: { why: 'Order 26-117.' } })
     * console.log(purgedAt, events)
     * ```
     */
    purge: (caseId: string, purge: Purge = {}, options?: WriteOptions) =>
      call('purgeCase', { caseId, body: purge }, options),

    /**
     * Get a tombstone: who purged a case, when, and under which rule.
     *
     * @example
     * ```ts
     * const { tombstones } = await client.custody.tombstones({ limit: 1 }).page()
     * for (const { caseId: purgedId } of tombstones) {
     *   const { purgedBy, rule } = await client.custody.tombstone(purgedId)
     *   console.log(purgedBy, rule.kind)
     * }
     * ```
     */
    tombstone: (caseId: string, options?: CallOptions) => call('getTombstone', { caseId }, options),

    /**
     * The cases that were purged, the last first.
     *
     * @example
     * ```ts
     * for await (const { docketNumber, purgedAt } of client.custody.tombstones()) {
     *   console.log(docketNumber, purgedAt)
     * }
     * ```
     */
    tombstones: (options?: QueryOf<'listTombstones'> & CallOptions) => list('listTombstones', {}, options),
  }
}

/** How cases are kept: who may see them, legal holds, how long they stay, and what is left of them. */
export type Custody = ReturnType<typeof custodyOver>
