import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { Purge, SetSensitivity } from './types.ts'

export function custodyOver({ call, list }: Calls) {
  return {
    /**
     * Set the sensitivity of a case: only members cleared for it may see the case.
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
     * Place a legal hold: the case is not purged until it is lifted.
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
     * Lift a legal hold. Succeeds even if it was already lifted.
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
     * List closed cases past their retention period, longest closed first.
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
     * Erase a closed case for good: its payloads, text and files. Before the retention period ends, only by an `order`.
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
     * List purged cases, most recent first.
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

/** Custody of cases: sensitivity, legal holds, retention and tombstones. */
export type Custody = ReturnType<typeof custodyOver>
