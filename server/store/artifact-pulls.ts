import type { Database, Queryable } from './db.ts'

/** A recording or transcript at a service that is not in the case yet. */
export type WantedArtifact<About> = {
  caseId: string
  sessionId: string
  handle: string
  artifactId: string
  about: About
  announcedAt: Date
  /** Counts from 1. */
  attempt: number
}

type Claim = { now: Date; until: Date; by: string; most: number }

/** Leases the due artifacts of a binding, so that nobody else fetches them. */
export function claimArtifacts<About>(
  db: Database,
  binding: string,
  { now, until, by, most: limit }: Claim,
): Promise<WantedArtifact<About>[]> {
  return db.rows<WantedArtifact<About>>(
    `with due as (
       select case_id, session_id, handle, artifact_id from session_artifacts w
       where binding = $1 and document_id is null and why is null
         and not exists (
           select from artifact_pulls p
           where (p.case_id, p.session_id, p.handle, p.artifact_id) = (w.case_id, w.session_id, w.handle, w.artifact_id)
             and p.due_at > $2)
       order by announced_at, case_id, artifact_id limit $5
     ),
     claimed as (
       insert into artifact_pulls as pull (case_id, session_id, handle, artifact_id, attempts, due_at, leased_by)
       select case_id, session_id, handle, artifact_id, 1, $3, $4 from due
       on conflict (case_id, session_id, handle, artifact_id) do update set
         attempts = pull.attempts + 1, due_at = excluded.due_at, leased_by = excluded.leased_by
       where pull.due_at <= $2
       returning case_id, session_id, handle, artifact_id, attempts
     )
     select w.case_id as "caseId", w.session_id as "sessionId", w.handle, w.artifact_id as "artifactId", w.about,
       w.announced_at as "announcedAt", c.attempts as attempt
     from claimed c join session_artifacts w using (case_id, session_id, handle, artifact_id)`,
    [binding, now, until, by, limit],
  )
}

export type HeldArtifact = {
  caseId: string
  sessionId: string
  handle: string
  artifactId: string
  by: string
}

const isOwnLease = `case_id = $1 and session_id = $2 and handle = $3 and artifact_id = $4 and leased_by = $5`
const keyValues = ({ caseId, sessionId, handle, artifactId, by }: HeldArtifact) => [
  caseId,
  sessionId,
  handle,
  artifactId,
  by,
]

/** Ends the pull of an artifact that was filed or given up. */
export async function forgetArtifact(db: Queryable, held: HeldArtifact): Promise<void> {
  await db.rows(`delete from artifact_pulls where ${isOwnLease}`, keyValues(held))
}

/** Releases the lease for a later attempt by any process. */
export async function putOffArtifact(db: Queryable, held: HeldArtifact, dueAt: Date): Promise<void> {
  await db.rows(`update artifact_pulls set due_at = $6, leased_by = null where ${isOwnLease}`, [
    ...keyValues(held),
    dueAt,
  ])
}

export async function renewArtifacts(db: Queryable, by: string, until: Date): Promise<void> {
  await db.rows(`update artifact_pulls set due_at = $2 where leased_by = $1`, [by, until])
}

export async function isFiledArtifact(
  db: Queryable,
  { caseId, sessionId, handle, artifactId }: Omit<HeldArtifact, 'by'>,
): Promise<boolean> {
  const rows = await db.rows(
    `select from session_artifacts where case_id = $1 and session_id = $2 and handle = $3 and artifact_id = $4
       and document_id is not null`,
    [caseId, sessionId, handle, artifactId],
  )
  return rows.length > 0
}

/** The number of artifacts still to be fetched, by binding. */
export async function countWantedArtifacts(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.rows<{ binding: string; count: number }>(
    `select binding, count(*)::int as count from session_artifacts
     where binding is not null and document_id is null and why is null group by binding`,
  )
  return new Map(rows.map(({ binding, count }) => [binding, count]))
}
