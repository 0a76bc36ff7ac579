import { hash } from 'node:crypto'
import type { Queryable } from './db.ts'

/** The outcome of a condition in a trial. */
export type ConditionTried = { entryId: string; version: number; condition: string; holds: boolean }

export async function recordTrial(db: Queryable, tried: readonly ConditionTried[], at: Date): Promise<void> {
  if (tried.length === 0) return
  await db.rows(
    `insert into boilerplate_trials (entry, version, condition_sha256, holds, first_at)
     select entry, version, decode(sha256, 'hex'), holds, $5
     from unnest($1::text[], $2::int[], $3::text[], $4::boolean[]) as t (entry, version, sha256, holds)
     on conflict do nothing`,
    [
      tried.map(({ entryId }) => entryId),
      tried.map(({ version }) => version),
      tried.map(({ condition }) => hash('sha256', condition)),
      tried.map(({ holds }) => holds),
      at,
    ],
  )
}

/** The `trialKey` of every outcome of a condition in a trial. */
export async function listTrials(db: Queryable): Promise<Set<string>> {
  const rows = await db.rows<{ entry: string; version: number; sha256: string; holds: boolean }>(
    `select entry, version, encode(condition_sha256, 'hex') as sha256, holds from boilerplate_trials`,
  )
  return new Set(rows.map(({ entry, version, sha256, holds }) => `${entry} ${version} ${sha256} ${holds}`))
}

export const trialKey = ({ entryId, version, condition, holds }: ConditionTried) =>
  `${entryId} ${version} ${hash('sha256', condition)} ${holds}`
