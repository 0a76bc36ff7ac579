import { chainStart } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../db.ts'

/** The end of a case's chain. One that is new has no stream yet. */
export type Head = { caseId: string; version: number; hash: Buffer; isNew?: boolean }

export const eventsFence = 7_041_001

export const projectionsFence = 7_041_002

/**
 * Locks the case until the transaction ends; nobody else changes it meanwhile. The fence that a rebuild takes alone,
 * to swap the tables, is shared by everyone who holds a case.
 */
export async function lockCase(tx: Queryable, caseId: string): Promise<Head | undefined> {
  const [row] = await tx.rows<{ version: number; hash: Buffer }>(
    `select version, hash, pg_advisory_xact_lock_shared($2) from case_streams
     where case_id = $1 and purged_at is null for update`,
    [caseId, projectionsFence],
  )
  return row && { caseId, version: row.version, hash: row.hash }
}

/** Locks a case that may not be there yet. */
export async function openStream(tx: Queryable, caseId: string): Promise<Head> {
  const [, head] = await Promise.all([
    tx.rows(`insert into case_streams (case_id, version, hash) values ($1, 0, $2) on conflict do nothing`, [
      caseId,
      chainStart,
    ]),
    lockCase(tx, caseId),
  ])
  if (!head) throw new Refusal('conflict', 'A case with this id existed and was purged: use another id.')
  return head
}

/** Takes back what `openStream` has made, where no case is opened after all. */
export async function leaveStream(tx: Queryable, caseId: string): Promise<void> {
  await tx.rows(`delete from case_streams where case_id = $1 and version = 0`, [caseId])
}

/** For whoever reads derived tables before locking a case: a rebuild that swaps them comes before or after. */
export async function shareProjections(tx: Queryable): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock_shared($1)`, [projectionsFence])
}

/** Locks cases that are there, in one order for all who lock several at once. */
export async function lockCases(tx: Queryable, caseIds: readonly string[]): Promise<Head[]> {
  return tx.rows<Head>(
    `select case_id as "caseId", version, hash from case_streams where case_id = any($1) and purged_at is null
     order by case_id for update`,
    [caseIds],
  )
}

export async function readHeads(db: Queryable, caseId?: string): Promise<Head[]> {
  return db.rows<Head>(
    `select case_id as "caseId", version, hash from case_streams where $1::text is null or case_id = $1`,
    [caseId ?? null],
  )
}
