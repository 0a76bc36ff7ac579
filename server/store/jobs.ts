import type { Queryable } from './db.ts'

/** Work to be done later, once: asked for again under its key while it waits, it stays one. */
export type Job = { name: string; key: string; payload: unknown; runAt?: Date; priority?: number }

/** Queued in the transaction at hand: done if it commits, never if it does not. */
export async function addJobs(tx: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.rows(
    `select graphile_worker.add_job(name, payload := payload, job_key := name || ':' || key, max_attempts := 12,
       run_at := "runAt", priority := priority)
     from json_to_recordset($1) as j (name text, key text, payload json, "runAt" timestamptz, priority int)`,
    [JSON.stringify(jobs)],
  )
}

export type QueueState = {
  name: string
  /** Ready to be done and not begun. */
  waiting: number
  running: number
  /** Given up after its last try; it stays for somebody to look at. */
  failed: number
  /** When the one that waits longest could have begun. */
  oldest: Date | null
}

/**
 * What waits in the queue, by job. One that was asked for anew while it ran loses its key to the one that waits in its
 * place: when that run breaks off, nothing was given up.
 */
export function readQueue(db: Queryable): Promise<QueueState[]> {
  return db.rows<QueueState>(
    `select task_identifier as name,
       (count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()))::int as waiting,
       (count(*) filter (where locked_at is not null))::int as running,
       (count(*) filter (where locked_at is null and attempts >= max_attempts and key is not null))::int
         as failed,
       min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as oldest
     from graphile_worker.jobs group by task_identifier`,
  )
}

/** The keys of the jobs of this name that are not done and not given up. */
export async function unfinishedKeys(db: Queryable, name: string): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(
    `select substr(key, length($1) + 2) as key from graphile_worker.jobs
     where task_identifier = $1 and key is not null and (locked_at is not null or attempts < max_attempts)`,
    [name],
  )
  return rows.map(({ key }) => key)
}

/** A worker says that it is alive before it begins its first job, and then every so often. */
export async function keepWorkersAlive(db: Queryable, workerIds: readonly string[]): Promise<void> {
  await db.rows(
    `insert into job_workers (worker_id) select unnest($1::text[])
     on conflict (worker_id) do update set seen_at = now()`,
    [workerIds],
  )
}

export async function forgetWorkers(db: Queryable, workerIds: readonly string[]): Promise<void> {
  await db.rows(`delete from job_workers where worker_id = any($1)`, [workerIds])
}

/**
 * Gives back the jobs of workers that have died: after a minute of silence here, where the library takes four hours.
 * One that nobody knows has died before it could say that it lives. A job that was asked for anew while it ran has lost its
 * key to the one that waits in its place, and is never tried again: once its worker is gone, so is the job.
 */
export async function releaseAbandoned(db: Queryable): Promise<void> {
  await db.rows(
    `select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
     from graphile_worker.jobs j left join job_workers w on w.worker_id = j.locked_by
     where j.locked_by is not null and coalesce(w.seen_at, j.locked_at) < now() - interval '1 minute'
     having count(*) > 0`,
  )
  await db.rows(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where key is null and locked_at is null and attempts >= max_attempts having count(*) > 0`,
  )
  await db.rows(`delete from job_workers where seen_at < now() - interval '1 day'`)
}
