import type { Queryable } from './db.ts'

/** The hash of each library entry that an editor has received, by name. */
export type ToldLibrary = { told: Record<string, string>; failures: number }

type Lease = { by: string; until: Date }

/** Leases the library of a binding to one process; undefined if another has it or it is not due. */
export async function claimLibrary(
  db: Queryable,
  binding: string,
  { now, until, by }: Lease & { now: Date },
): Promise<ToldLibrary | undefined> {
  const [row] = await db.rows<ToldLibrary>(
    `insert into editor_libraries as known (binding, leased_by, leased_until) values ($1, $2, $4)
     on conflict (binding) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
     where (known.leased_by is null or known.leased_by = $2 or known.leased_until <= $3)
       and (known.next_at is null or known.next_at <= $3)
     returning told, failures`,
    [binding, by, now, until],
  )
  return row
}

/** False if the lease has passed to another process. */
export async function noteToldEntry(
  db: Queryable,
  binding: string,
  { by, until, name, sha256 }: Lease & { name: string; sha256: string },
): Promise<boolean> {
  const rows = await db.rows(
    `update editor_libraries set told = told || jsonb_build_object($3::text, $4::text), leased_until = $5
     where binding = $1 and leased_by = $2 returning 1`,
    [binding, by, name, sha256, until],
  )
  return rows.length > 0
}

export async function leaveLibrary(
  db: Queryable,
  binding: string,
  { by, nextAt, failures }: { by: string; nextAt: Date; failures: number },
): Promise<void> {
  await db.rows(
    `update editor_libraries set leased_by = null, leased_until = null, next_at = $3, failures = $4
     where binding = $1 and leased_by = $2`,
    [binding, by, nextAt, failures],
  )
}
