import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

/** What decisions owe to their recipients, and whether they were put into effect. */
export function deliveryHandlers({ deliveries, effectuation }: Portico) {
  return {
    listDeliveries: async ({ params }) => ({ deliveries: await deliveries.list(params.id) }),

    receiptDelivery: async ({ params, body, call }) => ({
      delivery: await deliveries.receipt(call(), params.id, params.deliveryId, body),
    }),

    failDelivery: async ({ params, body, call }) => ({
      delivery: await deliveries.fail(call(), params.id, params.deliveryId, body),
    }),

    reportEffectuation: async ({ params, body, call }) => ({
      effectuation: await effectuation.report(call(), params.id, body),
    }),
  } satisfies Partial<Handlers>
}
