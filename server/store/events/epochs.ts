import type { Queryable } from '../db.ts'

/** A span of the log between two restores or promotions. */
export type Epoch = { epoch: number; beganAfter: number }

/** The oldest first. */
export function listEpochs(db: Queryable): Promise<Epoch[]> {
  return db.rows<Epoch>(`select epoch, began_after as "beganAfter" from log_epochs order by epoch`)
}

/** The epoch of this database; where its files have another place than they had, another begins. */
export async function settleEpoch(db: Queryable, place?: string): Promise<void> {
  await db.rows(`select settle_epoch($1)`, [place ?? null])
}

/** Where nothing in the database shows that it was put back. */
export async function beginEpoch(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ epoch: number }>(`select settle_epoch(null, true) as epoch`)
  return row?.epoch ?? 0
}
