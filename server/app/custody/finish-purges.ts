import { dayMs, msEarlier } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { eraseAgain } from '../../store/events/erase.ts'

/** By then, whatever read the case before the purge has ended. */
export const settleMs = 15 * 60_000
/** How long a writer may take to name the bytes it stored. */
const claimMs = dayMs
/** How long the bytes of a finished import are kept. */
const importMs = 30 * dayMs

export type FinishPurges = (signal?: AbortSignal) => Promise<{ removed: number }>

/**
 * Finishes a purge some time after its transaction: removes rows written by work that was under way, and bytes that
 * nothing names any more. Idempotent.
 */
export function createFinishPurges({
  db,
  blobs,
  clock,
}: {
  db: Database
  blobs: Blobs
  clock: () => Date
}): FinishPurges {
  return async (signal) => {
    const now = clock()
    while ((await eraseAgain(db, before(now, settleMs), now)) > 0) signal?.throwIfAborted()
    await forgetImports(db, now)
    let removed = 0
    for (const sha256 of await askedFor(db, before(now, settleMs))) {
      signal?.throwIfAborted()
      if (await remove(sha256, now)) removed++
    }
    await db.rows(`delete from blob_claims where greatest(claimed_at, removing_since) < $1`, [
      before(now, 2 * claimMs),
    ])
    return { removed }
  }

  /**
   * In two steps. A claim after the first checks that the bytes are still there; a claim before the second keeps them.
   */
  async function remove(sha256: string, now: Date): Promise<boolean> {
    await db.rows(
      `insert into blob_claims (sha256, claimed_at, removing_since) values ($1, $2, $3)
       on conflict (sha256) do update set removing_since = excluded.removing_since`,
      [sha256, before(now, claimMs), now],
    )
    return db.transaction(async (tx) => {
      const [claim] = await tx.rows<{ claimed_at: Date }>(
        `select claimed_at from blob_claims where sha256 = $1 for update`,
        [sha256],
      )
      if (claim && claim.claimed_at > before(now, claimMs)) return false
      const isUsed = await isNamed(tx, sha256)
      if (!isUsed) await blobs.remove(sha256)
      await tx.rows(`delete from blob_removals where sha256 = $1`, [sha256])
      return !isUsed
    })
  }
}

const before = (now: Date, ms: number) => msEarlier(now, ms)

async function askedFor(db: Queryable, until: Date): Promise<string[]> {
  const rows = await db.rows<{ sha256: string }>(
    `select sha256 from blob_removals where asked_at <= $1 order by sha256`,
    [until],
  )
  return rows.map(({ sha256 }) => sha256)
}

async function isNamed(tx: Queryable, sha256: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(
    `select exists (select from blob_uses where sha256 = $1)
       or exists (select from imports
          where (manifest = $1 or files->>'sha256' = $1) and forgotten_at is null)
       or exists (select from mail_files where blobs @> array[$1]) as found`,
    [sha256],
  )
  return row?.found ?? false
}

/** A manifest and its files contain everything in the cases imported from them. */
async function forgetImports(db: Queryable, now: Date) {
  await db.rows(
    `with over as (
       update imports set forgotten_at = $1
       where status in ('done', 'cancelled') and finished_at < $2 and forgotten_at is null
       returning manifest, files->>'sha256' as zip
     )
     insert into blob_removals (sha256, asked_at)
     select manifest, $1 from over union select zip, $1 from over where zip is not null
     on conflict do nothing`,
    [now, before(now, importMs)],
  )
}
