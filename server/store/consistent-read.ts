import type { Database, Queryable } from './db.ts'

/** All that `read` reads is of one moment, whatever is written meanwhile. */
export function consistentRead<T>(db: Database, read: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.rows(`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })
}
