import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import type { Handlers } from './route.ts'

/** More of them are in `GET /deliveries`. */
const mostEntries = 200

/** What decisions owe to their recipients, and whether they were put into effect. */
export function deliveryHandlers({ deliveries, effectuation }: Portico, { ledger }: PortsDesk) {
  const entriesOf = async (caseId: string) =>
    (await ledger.list({ caseId }, { limit: mostEntries })).deliveries

  return {
    async listDeliveries({ params: { id }, may }) {
      const maySeeLedger = may('recordDeliveries') || may('operate') || may('administer')
      const [owed, obligations] = await Promise.all([
        deliveries.list(id),
        maySeeLedger ? entriesOf(id) : undefined,
      ])
      return { deliveries: owed, ...(obligations ? { obligations } : {}) }
    },

    receiptDelivery: async ({ params, body, call }) => ({
      delivery: await deliveries.receipt(call(), params.id, params.deliveryId, body),
    }),

    failDelivery: async ({ params, body, call }) => ({
      delivery: await deliveries.fail(call(), params.id, params.deliveryId, body),
    }),

    reportEffectuation: async ({ params, body, call }) => {
      const { ends, ...report } = body
      const request = { ...call(), confirm: endsOnly(ends, namedBy.reportEffectuation()) }
      return { effectuation: await effectuation.report(request, params.id, report) }
    },
  } satisfies Partial<Handlers>
}
