import type { Queryable } from './db.ts'

export type Look = { version: number; lookedAt: Date }

export async function findLook(db: Queryable, caseId: string, memberId: string): Promise<Look | undefined> {
  const [row] = await db.rows<{ version: number; looked_at: Date }>(
    `select version, looked_at from source_looks where case_id = $1 and member_id = $2`,
    [caseId, memberId],
  )
  return row && { version: row.version, lookedAt: row.looked_at }
}

export async function keepLook(
  db: Queryable,
  { caseId, memberId, version, lookedAt }: Look & { caseId: string; memberId: string },
): Promise<void> {
  await db.rows(
    `insert into source_looks as known (case_id, member_id, version, looked_at) values ($1, $2, $3, $4)
     on conflict (case_id, member_id) do update set version = excluded.version, looked_at = excluded.looked_at
     where known.version <= excluded.version`,
    [caseId, memberId, version, lookedAt],
  )
}
