import type { Delivery, DeliveryFailure, Receipt } from '@portico/contract/deliveries'
import { deliveries } from '../../core/decision/delivery.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { listDeliveries } from '../../projections/deliveries.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { refuseAhead } from '../refuse-ahead.ts'
import { failEntry, sentBy } from './sent-by.ts'

export type Deliveries = ReturnType<typeof openDeliveries>

export function openDeliveries({ db, execute }: { db: Database; execute: Execute }) {
  const one = async (caseId: string, deliveryId: string): Promise<Delivery> => {
    const found = (await listDeliveries(db, caseId)).find(({ id }) => id === deliveryId)
    if (!found) throw new Refusal('notFound', 'There is no such delivery in this case.')
    return found
  }

  return {
    list: (caseId: string) => listDeliveries(db, caseId),

    async receipt(request: Request, caseId: string, deliveryId: string, given: Receipt) {
      refuseAhead('sentAt', given.sentAt, request.at)
      const command = { type: 'receiptDelivery' as const, caseId, deliveryId, ...given }
      await execute(deliveries, request, command, () => null)
      return one(caseId, deliveryId)
    },

    async fail(request: Request, caseId: string, deliveryId: string, given: DeliveryFailure) {
      if (given.failedAt !== undefined) refuseAhead('failedAt', given.failedAt, request.at)
      const entry = await sentBy(db, { caseId, call: 'deliver', subject: deliveryId, ...given })
      const of = entry && {
        obligationId: entry.id,
        port: entry.port,
        binding: entry.binding,
        call: entry.call,
      }
      const command = { type: 'failDelivery' as const, caseId, deliveryId, ...given, ...of }
      await execute(deliveries, { ...request, ...failEntry(entry, request.at) }, command, () => null)
      return one(caseId, deliveryId)
    },
  }
}
