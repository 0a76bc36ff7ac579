import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { DeliveryFailure, Receipt } from './types.ts'

export function deliveriesOver({ call }: Calls) {
  return {
    /**
     * List the deliveries of a case.
     *
     * @example
     * ```ts
     * const deliveries = await client.deliveries.list(caseId)
     * console.log(deliveries.filter(({ status }) => status === 'owed').map(({ partyId }) => partyId))
     * ```
     */
    list: async (caseId: string, options?: CallOptions) =>
      (await call('listDeliveries', { caseId }, options)).deliveries,

    /**
     * List what a case owes to other systems and what became of it, most recent first. Empty for those who neither record
     * deliveries nor operate.
     *
     * @example
     * ```ts
     * const owed = await client.deliveries.ledger(caseId)
     * console.log(owed.map(({ port, binding, status, attempts }) => `${port}/${binding}: ${status} (${attempts})`))
     * ```
     */
    ledger: async (caseId: string, options?: CallOptions) =>
      (await call('listDeliveries', { caseId }, options)).obligations ?? [],

    /**
     * Record how a decision was sent. Repeating a receipt changes nothing.
     *
     * @example
     * ```ts
     * const sentAt = new Date().toISOString()
     * for (const { id } of await client.deliveries.list(caseId)) {
     *   await client.deliveries.receipt(caseId, id, { channel: 'mail', sentAt, tracking: '9400 1000' })
     * }
     * ```
     */
    receipt: (caseId: string, deliveryId: string, receipt: Receipt, options?: WriteOptions) =>
      call('receiptDelivery', { caseId, deliveryId, body: receipt }, options),

    /**
     * Record that a decision was not delivered or was returned. It is owed again, and a task is opened.
     *
     * @example
     * ```ts
     * const failedAt = new Date().toISOString()
     * for (const { id } of await client.deliveries.list(caseId)) {
     *   await client.deliveries.fail(caseId, id, { why: 'Nobody lives there any more.', channel: 'mail', failedAt })
     * }
     * ```
     */
    fail: (caseId: string, deliveryId: string, failure: string | DeliveryFailure, options?: WriteOptions) =>
      call(
        'failDelivery',
        { caseId, deliveryId, body: typeof failure === 'string' ? { why: failure } : failure },
        options,
      ),
  }
}

/** The deliveries that a released decision owes its recipients. */
export type Deliveries = ReturnType<typeof deliveriesOver>
