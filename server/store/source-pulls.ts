import type { AnnouncedDocument } from '@portico/contract/sources'
import type { Database, Queryable } from './db.ts'

/** A document, or a revision of one, that a source has for a case and the case lacks. */
export type WantedDocument = {
  caseId: string
  about: AnnouncedDocument
  uploadId?: string
  /** Counts from 1. */
  attempt: number
}

type WantedRow = { case_id: string; about: AnnouncedDocument; upload_id: string | null; attempts: number }

type Claim = { now: Date; until: Date; by: string; most: number }

/** Leases the due documents of a source, so that nobody else fetches them. */
export async function claimWanted(
  db: Database,
  source: string,
  { now, until, by, most }: Claim,
): Promise<WantedDocument[]> {
  const rows = await db.rows<WantedRow>(
    `with due as (
       select case_id, source, source_id, revision from source_documents w
       where source = $1 and revision is not null and taken_revision is distinct from revision
         and not exists (
           select from source_pulls p
           where p.case_id = w.case_id and p.source = w.source and p.source_id = w.source_id
             and p.due_at > $2 and (p.leased_by is not null or p.revision = w.revision))
       order by case_id, source_id limit $5
     ),
     claimed as (
       insert into source_pulls as pull (case_id, source, source_id, revision, attempts, due_at, leased_by)
       select case_id, source, source_id, revision, 1, $3, $4 from due
       on conflict (case_id, source, source_id) do update set
         attempts = case when pull.revision = excluded.revision then pull.attempts + 1 else 1 end,
         revision = excluded.revision, due_at = excluded.due_at, leased_by = excluded.leased_by
       where pull.due_at <= $2 or (pull.leased_by is null and pull.revision <> excluded.revision)
       returning case_id, source, source_id, attempts
     )
     select w.case_id, w.about, w.upload_id, c.attempts
     from claimed c join source_documents w using (case_id, source, source_id)`,
    [source, now, until, by, most],
  )
  return rows.map(({ case_id, about, upload_id, attempts }) => ({
    caseId: case_id,
    about,
    attempt: attempts,
    ...(upload_id === null ? {} : { uploadId: upload_id }),
  }))
}

/** The number of documents still to be fetched, by source. */
export async function countWanted(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.rows<{ source: string; count: number }>(
    `select source, count(*)::int as count from source_documents
     where revision is not null and taken_revision is distinct from revision group by source`,
  )
  return new Map(rows.map(({ source, count }) => [source, count]))
}

type Held = { caseId: string; source: string; sourceId: string; by: string }

/** Ends the pull of a document that is in the case. */
export async function forgetPull(db: Queryable, { caseId, source, sourceId, by }: Held): Promise<void> {
  await db.rows(
    `delete from source_pulls where case_id = $1 and source = $2 and source_id = $3 and leased_by = $4`,
    [caseId, source, sourceId, by],
  )
}

/** Releases the lease for a later attempt by any process. */
export async function putOffPull(
  db: Queryable,
  { caseId, source, sourceId, by, dueAt }: Held & { dueAt: Date },
): Promise<void> {
  await db.rows(
    `update source_pulls set due_at = $5, leased_by = null
     where case_id = $1 and source = $2 and source_id = $3 and leased_by = $4`,
    [caseId, source, sourceId, by, dueAt],
  )
}

export async function renewPulls(db: Queryable, by: string, source: string, until: Date): Promise<void> {
  await db.rows(`update source_pulls set due_at = $3 where leased_by = $1 and source = $2`, [
    by,
    source,
    until,
  ])
}

/** The latest listing request to each source for a case, and whether it is still open. */
export async function listingsAsked(
  db: Queryable,
  caseId: string,
): Promise<{ source: string; isOpen: boolean; error?: string }[]> {
  const rows = await db.rows<{ source: string; status: string; error: string | null }>(
    `select distinct on (binding) binding as source, status, error from obligations
     where case_id = $1 and port = 'document-source' and call = 'list' order by binding, number desc`,
    [caseId],
  )
  return rows.map(({ source, status, error }) => ({
    source,
    isOpen: status === 'waiting' || status === 'sending',
    ...(error === null || status === 'delivered' ? {} : { error }),
  }))
}
