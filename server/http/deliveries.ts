import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

/** More of them are in `GET /deliveries`. */
const mostEntries = 200

/** What decisions owe to their recipients, and whether they were put into effect. */
export function deliveryHandlers({ deliveries }: Portico, { ledger }: PortsDesk) {
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
  } satisfies Partial<Handlers>
}
