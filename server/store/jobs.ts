import type { Queryable } from './db.ts'

/** A job waiting under a key is not queued twice. */
export type Job = { name: string; key: string; payload: unknown; runAt?: Date; priority?: number }

/** Queues jobs in a transaction, so that they run only if it commits. */
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
  /** Ready but not started. */
  waiting: number
  running: number
  /** Given up after the last attempt. */
  failed: number
  /** When the oldest ready job became ready. */
  oldest: Date | null
}

/**
 * The state of the queue, by job. A job that is requested again while running loses its key to the new one, so it does not
 * count as failed if it breaks off.
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

/** The keys of unfinished jobs of this name that are not given up. */
export async function unfinishedKeys(db: Queryable, name: string): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(
    `select substr(key, length($1) + 2) as key from graphile_worker.jobs
     where task_identifier = $1 and key is not null and (locked_at is not null or attempts < max_attempts)`,
    [name],
  )
  return rows.map(({ key }) => key)
}

/** Heartbeats of workers, the first before their first job. */
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
 * Releases the jobs of dead workers after a minute without heartbeat, where the library takes four hours. An unknown worker
 * died before its first heartbeat. A job that was requested again while running has lost its key and is removed.
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
