import type { Queryable } from './db.ts'

export type Pull = { position: number; epoch: number | null; failures: number }

/** Leases the handover to a binding to one process; undefined if another has it or it is not due. */
export async function claimPull(
  db: Queryable,
  binding: string,
  { now, until, by }: { now: Date; until: Date; by: string },
): Promise<Pull | undefined> {
  const [row] = await db.rows<Pull>(
    `insert into reporting_pulls as known (binding, leased_by, leased_until) values ($1, $2, $4)
     on conflict (binding) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
     where (known.leased_by is null or known.leased_by = $2 or known.leased_until <= $3)
       and (known.next_at is null or known.next_at <= $3)
     returning position, epoch, failures`,
    [binding, by, now, until],
  )
  return row
}

/** Records that the tool has everything up to a position; false if the lease has passed to another process. */
export async function movePull(
  db: Queryable,
  binding: string,
  { by, position, epoch, at, until }: { by: string; position: number; epoch: number; at: Date; until: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `update reporting_pulls set position = $3, handed_at = $4, leased_until = $5, epoch = $6
     where binding = $1 and leased_by = $2 returning 1`,
    [binding, by, position, at, until, epoch],
  )
  return rows.length > 0
}

export async function renewPull(
  db: Queryable,
  binding: string,
  { by, until }: { by: string; until: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `update reporting_pulls set leased_until = $3 where binding = $1 and leased_by = $2 returning 1`,
    [binding, by, until],
  )
  return rows.length > 0
}

export async function leavePull(
  db: Queryable,
  binding: string,
  { by, nextAt, failures }: { by: string; nextAt: Date; failures: number },
): Promise<void> {
  await db.rows(
    `update reporting_pulls set leased_by = null, leased_until = null, next_at = $3, failures = $4
     where binding = $1 and leased_by = $2`,
    [binding, by, nextAt, failures],
  )
}
