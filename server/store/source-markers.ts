import type { Database, Queryable } from './db.ts'

type Lease = { now: Date; until: Date; by: string }

/** Leases the polling of a source to one process; undefined if another has it or it was polled recently. */
export async function claimMarker(
  db: Database,
  source: string,
  { now, until, by, unlessSince }: Lease & { unlessSince: Date },
): Promise<{ marker?: string } | undefined> {
  const [row] = await db.rows<{ marker: string | null }>(
    `insert into source_markers as known (source, leased_by, leased_until) values ($1, $3, $4)
     on conflict (source) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
     where (known.leased_by is null or known.leased_by = $3 or known.leased_until <= $2)
       and greatest(known.polled_at, known.tried_at) <= $5 is not false
     returning marker`,
    [source, now, by, until, unlessSince],
  )
  return row && (row.marker === null ? {} : { marker: row.marker })
}

/** Everything before the marker must be durable. */
export async function moveMarker(
  db: Queryable,
  source: string,
  { by, marker, at, until }: { by: string; marker: string | undefined; at: Date; until: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `update source_markers set marker = coalesce($3, marker), polled_at = $4, tried_at = $4, error = null,
       leased_until = $5
     where source = $1 and leased_by = $2 returning source`,
    [source, by, marker ?? null, at, until],
  )
  return rows.length > 0
}

export async function leaveMarker(
  db: Queryable,
  source: string,
  { by, at, error }: { by: string; at: Date; error?: string },
): Promise<void> {
  await db.rows(
    `update source_markers set leased_by = null, leased_until = null, tried_at = $3, error = $4
     where source = $1 and leased_by = $2`,
    [source, by, at, error ?? null],
  )
}

export type SourcePoll = { source: string; polledAt?: Date; error?: string }

export async function listPolls(db: Queryable): Promise<SourcePoll[]> {
  const rows = await db.rows<{ source: string; polled_at: Date | null; error: string | null }>(
    `select source, polled_at, error from source_markers`,
  )
  return rows.map(({ source, polled_at, error }) => ({
    source,
    ...(polled_at === null ? {} : { polledAt: polled_at }),
    ...(error === null ? {} : { error }),
  }))
}
