import { path } from './path.ts'
import type { Call, CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type { Delivery, DeliveryDetail, DeliveryFailure, DeliveryList, Receipt } from './types.ts'

/** What a released decision owes to each of its recipients, and what became of it. */
export type Deliveries = {
  /**
   * The deliveries of a case.
   *
   * @example
   * ```ts
   * const deliveries = await client.deliveries.list(caseId)
   * console.log(deliveries.filter(({ status }) => status === 'owed').map(({ partyId }) => partyId))
   * ```
   */
  list(caseId: string, options?: CallOptions): Promise<Delivery[]>

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
  receipt(caseId: string, deliveryId: string, receipt: Receipt, options?: WriteOptions): Promise<Delivery>

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
  fail(
    caseId: string,
    deliveryId: string,
    failure: string | DeliveryFailure,
    options?: WriteOptions,
  ): Promise<Delivery>
}

export function deliveriesOver(transport: Transport): Deliveries {
  const detail = async (call: Call): Promise<Delivery> =>
    (await transport.json<DeliveryDetail>(call)).delivery

  return {
    async list(caseId, options) {
      const { deliveries } = await transport.json<DeliveryList>({
        method: 'GET',
        path: path`/cases/${caseId}/deliveries`,
        options,
      })
      return deliveries
    },
    receipt: async (caseId, deliveryId, body, options) =>
      detail({ method: 'PUT', path: path`/cases/${caseId}/deliveries/${deliveryId}/receipt`, body, options }),
    fail: async (caseId, deliveryId, failure, options) =>
      detail({
        method: 'PUT',
        path: path`/cases/${caseId}/deliveries/${deliveryId}/failure`,
        body: typeof failure === 'string' ? { why: failure } : failure,
        options,
      }),
  }
}
