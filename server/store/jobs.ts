import type { Queryable } from './db.ts'

/** Work to be done later, once: asked for again under its key while it waits, it stays one. */
export type Job = { name: string; key: string; payload: unknown; runAt?: Date }

/** Queued in the transaction at hand: done if it commits, never if it does not. */
export async function addJobs(tx: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.rows(
    `select graphile_worker.add_job(name, payload := payload, job_key := name || ':' || key, max_attempts := 12,
       run_at := "runAt")
     from json_to_recordset($1) as j (name text, key text, payload json, "runAt" timestamptz)`,
    [JSON.stringify(jobs)],
  )
}
