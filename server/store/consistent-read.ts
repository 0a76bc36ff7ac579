import type { Database, Queryable } from './db.ts'

/** Everything that `read` reads is from one snapshot. */
export function consistentRead<T>(db: Database, read: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.rows(`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })
}
