import type { Queryable } from '../store/db.ts'

/** Up to so many cases, whatever is counted is counted when it is asked for. */
const mostOfSmall = 5000

/** By the estimate of PostgreSQL, which takes no longer for many cases than for few. */
export async function isLargeDocket(db: Queryable): Promise<boolean> {
  const [row] = await db.rows<{ isLarge: boolean }>(
    `select reltuples > $1 as "isLarge" from pg_class where oid = to_regclass('projections.case_work')`,
    [mostOfSmall],
  )
  return row?.isLarge ?? false
}
