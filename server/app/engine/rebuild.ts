import { applyProjections, type Projection } from '../../projections/projection.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { awaitCeiling } from '../../store/events/positions.ts'
import { readAllEvents } from '../../store/events/read.ts'
import { projectionsFence } from '../../store/events/stream.ts'

export type RebuildProgress = { position: number; of: number }

const batchSize = 1000

/**
 * Rebuilds every derived table beside the old ones, then swaps them. Readers use the old tables until the swap; writers
 * wait only while it catches up with the last events. One transaction, so a crash leaves no trace.
 */
export async function rebuild(
  db: Database,
  projections: readonly Projection[],
  onProgress: (progress: RebuildProgress) => void = () => {},
): Promise<{ events: number }> {
  const tables = projections.flatMap((projection) => projection.tables)
  return db.transaction(async (tx) => {
    await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.rebuild'))`)
    await tx.rows(`create schema projections_next`)
    for (const table of tables) {
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

    // The second time there is little left to catch up with, and nothing but that is done while writers wait.
    await replayTo((await awaitCeiling(db)).position)
    await replayTo((await awaitCeiling(db)).position)
    await tx.rows(`select pg_advisory_xact_lock($1)`, [projectionsFence])
    await replayTo(await lastPosition(tx))
    await lockForSwap(tx, tables, await viewsOverOld(tx))
    for (const table of tables) {
      await tx.rows(`drop table projections.${table}`)
      await tx.rows(`alter table projections_next.${table} set schema projections`)
    }
    await tx.rows(`drop schema projections_next`)
    await tx.rows(`delete from snapshots`)
    return { events }
  })
}

/** Below PostgreSQL's `deadlock_timeout`: the swap gives way before a reader is cancelled. */
const lockTimeoutMs = 300
const mostTries = 100

type View = { name: string; options: string; definition: string }

/** The views that reporting tools read. Their definitions name no schema of ours, so the search path decides. */
async function viewsOverOld(tx: Queryable): Promise<View[]> {
  await tx.rows(`set local search_path = projections, public`)
  const views = await tx.rows<View>(
    `select quote_ident(relname) as name, pg_get_viewdef(oid) as definition,
       coalesce('with (' || array_to_string(reloptions, ', ') || ')', '') as options from pg_class
     where relnamespace = 'reporting'::regnamespace and relkind = 'v' order by oid`,
  )
  await tx.rows(`set local search_path = projections_next, public`)
  return views
}

/**
 * Locks the old tables, and has the views read the new ones. A reader may hold one table and wait for another: then all
 * locks are released, and tried again.
 */
async function lockForSwap(tx: Queryable, tables: readonly string[], views: readonly View[]): Promise<void> {
  const all = tables.map((table) => `projections.${table}`).join(', ')
  for (let tries = 1; ; tries++) {
    await tx.rows(`savepoint swap`)
    try {
      await tx.rows(`set local lock_timeout = ${lockTimeoutMs}`)
      await tx.rows(`lock table ${all} in access exclusive mode`)
      // Replaced without its options, a view would lose them.
      for (const { name, options, definition } of views)
        await tx.rows(`create or replace view reporting.${name} ${options} as ${definition}`)
      await tx.rows(`set local lock_timeout to default`)
      return
    } catch (error) {
      const { code } = error as { code?: unknown }
      if ((code !== '55P03' && code !== '40P01') || tries === mostTries) throw error
      await tx.rows(`rollback to savepoint swap`)
    }
  }
}

async function lastPosition(tx: Queryable): Promise<number> {
  const [row] = await tx.rows<{ position: number }>(
    `select coalesce(max(position), 0) as position from events`,
  )
  return row?.position ?? 0
}
