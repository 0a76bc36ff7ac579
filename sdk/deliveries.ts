import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { DeliveryFailure, Receipt } from './types.ts'

export function deliveriesOver({ call }: Calls) {
  return {
    /**
     * The deliveries of a case.
     *
     * @example
     * ```ts
     * const deliveries = await client.deliveries.list(caseId)
     * console.log(deliveries.filter(({ status }) => status === 'owed').map(({ partyId }) => partyId))
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listDeliveries', { caseId }, options),

    /**
     * Records how a decision was sent: one receipt for each sending. The same receipt again changes nothing.
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
     * Records that a decision was not delivered, or came back. It is owed anew, and somebody gets a task for it.
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

/** What a released decision owes to each of its recipients, and what became of it. */
export type Deliveries = ReturnType<typeof deliveriesOver>
