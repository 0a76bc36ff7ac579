import { createHash } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Report as Definition } from '@portico/contract/profile/work'
import type { ReportColumn, ReportRow } from '@portico/contract/reports'
import { Refusal } from '../../core/kernel/decider.ts'
import { msBetween } from '../../core/time/moments.ts'
import { isLargeDocket } from '../../projections/docket-size.ts'
import type { Database } from '../../store/db.ts'
import { type AskedResult, findResult, type KeptResult, keepResult } from '../../store/report-results.ts'
import type { CheckedQuery } from './checked-query.ts'
import type { ReportReader } from './reports.ts'
import { statementOf } from './statements.ts'
import type { openLimit } from './within-limit.ts'

/** Larger results are made each time they are asked for. */
const mostKeptRows = 5000
const leastAgeMs = 30_000
const mostAgeMs = 15 * 60_000
const usualPercentiles = [50, 75, 95]
const mostRows = 100_000

type ReportStatement = ReturnType<typeof statementOf> & { key: string }

/** The rows of a report: computed, or as they were kept where the docket is large. */
export function openReportResults({
  db,
  clock,
  profile,
  withinLimit,
}: {
  db: Database
  clock: () => Date
  profile: () => Profile
  withinLimit: ReturnType<typeof openLimit>
}) {
  return {
    statement(
      { kind, percentiles = usualPercentiles }: Definition,
      asked: CheckedQuery,
      { mostSensitivity, barredCaseIds }: Pick<ReportReader, 'mostSensitivity' | 'barredCaseIds'>,
      now: Date,
    ): ReportStatement {
      const made = statementOf({
        ...asked,
        kind: kind as Exclude<Definition['kind'], 'docketHealth'>,
        ...{ percentiles, now, mostSensitivity, barredCaseIds },
        teams: Object.fromEntries(profile().teams.map((team) => [team.name, team.label])),
        mostRows: mostRows + 1,
      })
      // Now is another value each time; all else says whether a kept result is of this very statement.
      const lasting = made.values.map((value) => (value === now ? 'now' : value))
      const key = createHash('sha256')
        .update(JSON.stringify([made.text, lasting]))
        .digest('hex')
      return { ...made, key }
    },

    /** Of a small docket as it is now; of a large one as it was when the result that is kept was made. */
    async resultOf(
      { text, values, columns, key }: ReportStatement,
      asked: Omit<AskedResult, 'key'> & { isAhead?: true; left?: AbortSignal | undefined },
    ): Promise<{ rows: ReportRow[]; columns: readonly ReportColumn[]; madeAt: Date }> {
      const { name, isAhead = false, left } = asked
      const now = clock()
      const isLarge = await isLargeDocket(db)
      const kept = isLarge ? await findResult(db, { key, askedAt: isAhead ? undefined : now }) : undefined
      if (kept && isCurrent(kept, now, isAhead)) return { ...kept, columns }
      const started = performance.now()
      const rows = await withinLimit(name, (tx) => tx.rows<Record<string, unknown>>(text, values), left)
      if (rows.length > mostRows)
        throw new Refusal(
          'invalid',
          `The report ${name} would have more than ${mostRows} rows: ask for a shorter time or fewer dimensions.`,
        )
      const made = { rows: rows.map(asRow), madeAt: now, tookMs: Math.ceil(performance.now() - started) }
      if (isLarge && rows.length <= mostKeptRows)
        await keepResult(db, { ...asked, key, ...made, ...(isAhead ? {} : { askedAt: now }) })
      return { ...made, columns }
    },
  }
}

/** A result is current for twenty times as long as it took to make; the job makes it anew after half of that. */
function isCurrent({ madeAt, tookMs }: KeptResult, now: Date, isAhead: boolean): boolean {
  const mostMs = Math.min(mostAgeMs, Math.max(leastAgeMs, 20 * tookMs))
  return msBetween(madeAt, now) < (isAhead ? mostMs / 2 : mostMs + leastAgeMs * 3)
}

function asRow(row: Record<string, unknown>): ReportRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as ReportRow
}
