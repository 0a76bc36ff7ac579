import type { Reading } from '@portico/contract/audience'
import type { Profile } from '@portico/contract/profile'
import type { Report as Definition } from '@portico/contract/profile/work'
import {
  dimensionsOf,
  kindsOverTime,
  type Report,
  type ReportQuery,
  type ReportSummary,
} from '@portico/contract/reports'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, unknownWord } from '../../core/kernel/known-words.ts'
import { dayOf, daysEarlier } from '../../core/time/moments.ts'
import { isLargeDocket } from '../../projections/docket-size.ts'
import type { Database } from '../../store/db.ts'
import { forgetResults, wantedResults } from '../../store/report-results.ts'
import { checkedQuery } from './checked-query.ts'
import { dataElements } from './data-elements.ts'
import { definitions } from './definitions.ts'
import { docketHealth, docketHealthColumns } from './docket-health.ts'
import { openReportResults } from './report-results.ts'
import { openLimit, ReportTooSlow } from './within-limit.ts'

export type ReportReader = {
  roles: readonly string[]
  audience: Reading
  mostSensitivity: number
  barredCaseIds: readonly string[]
}

const keptDays = 7
const mostAtOnce = 3

/** The reports of the profile: for whom, and computed from what stands in the tables. */
export function openReports({
  db,
  clock,
  profile,
  workspaceUrl,
  limitMs = 30_000,
}: {
  db: Database
  clock: () => Date
  profile: () => Profile
  workspaceUrl: () => string
  limitMs?: number | undefined
}) {
  const withinLimit = openLimit(db, { limitMs, mostAtOnce })
  const { statement, resultOf } = openReportResults({ db, clock, profile, withinLimit })

  function found(name: string, reader: ReportReader): Definition {
    const { reports } = profile()
    const report = reports.find((report) => report.name === name)
    if (!report) throw new Refusal('notFound', unknownWord('report', name, namesOf(reports)))
    if (!isFor(report, reader))
      throw new Refusal('forbidden', `The report ${name} is for the roles ${report.roles.join(', ')}.`)
    return report
  }

  return {
    list: (reader: ReportReader): ReportSummary[] =>
      profile()
        .reports.filter((report) => isFor(report, reader))
        .map(summaryOf),

    elements: () => dataElements(profile()),

    async run(
      reader: ReportReader,
      name: string,
      query: Omit<ReportQuery, 'format'>,
      left?: AbortSignal,
    ): Promise<Report> {
      const report = found(name, reader)
      const now = clock()
      const asked = checkedQuery(report, query, profile(), now)
      const of = {
        ...{ name, label: report.label, definition: definitions[report.kind] },
        asOf: now.toISOString(),
      }
      const { mostSensitivity, barredCaseIds } = reader
      if (report.kind === 'docketHealth') {
        const sight = { mostSensitivity, barredCaseIds, workspaceUrl: workspaceUrl() }
        const rows = await withinLimit(name, (tx) => docketHealth(tx, profile(), sight), left)
        return { ...of, columns: [...docketHealthColumns], rows }
      }
      const made = await resultOf(statement(report, asked, { mostSensitivity, barredCaseIds }, now), {
        ...{ name, query, mostSensitivity, barredCaseIds },
        left,
      })
      const { from, to } = asked
      return {
        ...of,
        asOf: made.madeAt.toISOString(),
        ...(from && to ? { from: dayOf(from), to } : {}),
        columns: [...made.columns],
        rows: made.rows,
      }
    },

    /**
     * Makes anew what was asked for lately of a large docket, and what will be: so nobody waits for it. Each for at most a
     * twentieth of the time.
     */
    async refresh(signal: AbortSignal): Promise<void> {
      if (!(await isLargeDocket(db))) return
      const now = clock()
      await forgetResults(db, daysEarlier(now, keptDays))
      const { reports, sensitivity } = profile()
      const everything = {
        mostSensitivity: Math.max(0, ...sensitivity.levels.map(({ level }) => level)),
        barredCaseIds: [],
      }
      const usual = reports.map(({ name }) => ({ name, query: {}, ...everything }))
      for (const one of [...usual, ...(await wantedResults(db))]) {
        signal.throwIfAborted()
        const report = reports.find(({ name }) => name === one.name)
        if (!report || report.kind === 'docketHealth') continue
        try {
          const asked = checkedQuery(report, one.query, profile(), clock())
          await resultOf(statement(report, asked, one, clock()), { ...one, isAhead: true, left: signal })
        } catch (error) {
          // Words that the profile has no more; or it takes too long, as whoever asks for it will be told.
          if (!(error instanceof Refusal) && !(error instanceof ReportTooSlow)) throw error
        }
      }
    },
  }
}

export type Reports = ReturnType<typeof openReports>

function isFor({ roles }: Definition, reader: ReportReader): boolean {
  return (
    reader.audience === 'administration' ||
    roles.length === 0 ||
    roles.some((role) => reader.roles.includes(role))
  )
}

function summaryOf({ name, label, kind, by, period = 'month' }: Definition): ReportSummary {
  return {
    name,
    label,
    kind,
    definition: definitions[kind],
    by: [...by],
    dimensions: [...dimensionsOf[kind]],
    ...(kindsOverTime.includes(kind) ? { period } : {}),
  }
}
