import { applyProjections, type Projection } from '../projections/projection.ts'
import type { Database, Queryable } from '../store/db.ts'
import { eventCeiling, projectionsFence, readAllEvents } from '../store/events.ts'

export type RebuildProgress = { position: number; of: number }

const batchSize = 1000

/**
 * Makes every derived table anew beside the old ones, then swaps them. Readers keep the old tables until the swap;
 * writers wait only while the last events are caught up with. One transaction, so a crash leaves no trace.
 */
export async function rebuild(
  db: Database,
  projections: readonly Projection[],
  onProgress: (progress: RebuildProgress) => void = () => {},
): Promise<{ events: number }> {
  return db.transaction(async (tx) => {
    await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.rebuild'))`)
    await tx.rows(`create schema projections_next`)
    for (const table of projections.flatMap((projection) => projection.tables)) {
      await tx.rows(`create table projections_next.${table} (like projections.${table} including all)`)
    }
    await tx.rows(`set local search_path = projections_next, public`)

    let position = 0
    let events = 0
    const replayTo = async (ceiling: number) => {
      for (;;) {
        const batch = await readAllEvents(tx, { after: position, ceiling, limit: batchSize })
        await applyProjections(tx, projections, batch)
        events += batch.length
        position = batch.at(-1)?.position ?? position
        onProgress({ position, of: ceiling })
        if (batch.length < batchSize) return
      }
    }

    await replayTo((await eventCeiling(db)) ?? 0)
    await tx.rows(`select pg_advisory_xact_lock($1)`, [projectionsFence])
    await replayTo(await lastPosition(tx))
    await tx.rows(`drop schema projections cascade`)
    await tx.rows(`alter schema projections_next rename to projections`)
    await tx.rows(`delete from snapshots`)
    return { events }
  })
}

async function lastPosition(tx: Queryable): Promise<number> {
  const [row] = await tx.rows<{ position: number }>(
    `select coalesce(max(position), 0) as position from events`,
  )
  return row?.position ?? 0
}
