import type { Database } from '../../../store/db.ts'
import { inBatches } from '../../../store/in-batches.ts'
import { type Settlement, settleObligations } from '../../../store/obligations/settle.ts'

/** Writes what became of attempts: what ends together is written together. */
export function openSettlements(db: Database, by: string): (settlement: Settlement) => Promise<void> {
  return inBatches<Settlement, void>(async (settled) => {
    await settleObligations(db, by, settled)
    return []
  })
}
