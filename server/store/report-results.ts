import type { ReportQuery, ReportRow } from '@portico/contract/reports'
import type { Queryable } from './db.ts'

/** A request for a report, so that it can be repeated; `key` identifies its statement. */
export type ResultRequest = {
  key: string
  name: string
  query: Omit<ReportQuery, 'format'>
  mostSensitivity: number
  barredCaseIds: readonly string[]
}
export type KeptResult = { rows: ReportRow[]; madeAt: Date; tookMs: number }

/** Records the request, at most once an hour. */
export async function findResult(
  db: Queryable,
  { key, askedAt }: { key: string; askedAt: Date | undefined },
): Promise<KeptResult | undefined> {
  const [row] = await db.rows<KeptResult & { isNoted: boolean }>(
    `select rows, made_at as "madeAt", took_ms as "tookMs",
       coalesce(asked_at > $2::timestamptz - interval '1 hour', false) as "isNoted"
     from report_results where key = $1`,
    [key, askedAt ?? null],
  )
  if (row && askedAt && !row.isNoted)
    await db.rows(`update report_results set asked_at = $2 where key = $1`, [key, askedAt])
  return row
}

export async function keepResult(
  db: Queryable,
  result: ResultRequest & KeptResult & { askedAt?: Date },
): Promise<void> {
  const { key, name, query, mostSensitivity, barredCaseIds, rows, madeAt, tookMs, askedAt } = result
  await db.rows(
    `insert into report_results (key, name, query, most_sensitivity, barred_case_ids, rows, made_at, took_ms, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (key) do update set rows = excluded.rows, made_at = excluded.made_at, took_ms = excluded.took_ms,
       asked_at = coalesce(excluded.asked_at, report_results.asked_at)`,
    [
      ...[key, name, JSON.stringify(query), mostSensitivity, barredCaseIds, JSON.stringify(rows)],
      ...[madeAt, tookMs, askedAt ?? null],
    ],
  )
}

/** Each request once, since a report over the last year is a new statement every day. */
export function wantedResults(db: Queryable): Promise<ResultRequest[]> {
  return db.rows<ResultRequest>(
    `select distinct on (name, query::text, most_sensitivity, barred_case_ids) key, name, query,
       most_sensitivity as "mostSensitivity", barred_case_ids as "barredCaseIds"
     from report_results where asked_at is not null
     order by name, query::text, most_sensitivity, barred_case_ids, asked_at desc limit 200`,
  )
}

export const forgetResults = (db: Queryable, before: Date) =>
  db.rows(`delete from report_results where made_at < $1 or asked_at < $1`, [before])
