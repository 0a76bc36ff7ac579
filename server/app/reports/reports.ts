import { createHash } from 'node:crypto'
import type { Reading } from '@portico/contract/audience'
import type { Profile } from '@portico/contract/profile'
import type { Report as Definition } from '@portico/contract/profile/work'
import {
  dimensionsOf,
  kindsOverTime,
  type Report,
  type ReportColumn,
  type ReportDimension,
  type ReportQuery,
  type ReportRow,
  type ReportSummary,
} from '@portico/contract/reports'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord, unknownWord } from '../../core/kernel/known-words.ts'
import { dayOf, daysEarlier, daysLater, msBetween } from '../../core/time/moments.ts'
import { isLargeDocket } from '../../projections/docket-size.ts'
import type { Database } from '../../store/db.ts'
import {
  findResult,
  forgetResults,
  type KeptResult,
  keepResult,
  type ResultRequest,
  wantedResults,
} from '../../store/report-results.ts'
import { dataElements } from './data-elements.ts'
import { definitions } from './definitions.ts'
import { docketHealth, docketHealthColumns } from './docket-health.ts'
import { statementOf } from './statements.ts'
import { openLimit, ReportTooSlow } from './within-limit.ts'

export type ReportReader = {
  roles: readonly string[]
  audience: Reading
  mostSensitivity: number
  barredCaseIds: readonly string[]
}

const usualDays = 365
const keptDays = 7
/** Larger results are made each time they are asked for. */
const mostKeptRows = 5000
const leastAgeMs = 30_000
const mostAgeMs = 15 * 60_000
const usualPercentiles = [50, 75, 95]
const mostRows = 100_000
const mostAtOnce = 3
const firstDay = '1900-01-01'

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

  function found(name: string, reader: ReportReader): Definition {
    const { reports } = profile()
    const report = reports.find((one) => one.name === name)
    if (!report) throw new Refusal('notFound', unknownWord('report', name, namesOf(reports)))
    if (!isFor(report, reader))
      throw new Refusal('forbidden', `The report ${name} is for the roles ${report.roles.join(', ')}.`)
    return report
  }

  function statement(
    { kind, percentiles = usualPercentiles }: Definition,
    asked: ReturnType<typeof checked>,
    { mostSensitivity, barredCaseIds }: Pick<ReportReader, 'mostSensitivity' | 'barredCaseIds'>,
    now: Date,
  ) {
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
  }

  /** Of a small docket as it is now; of a large one as it was when the result that is kept was made. */
  async function resultOf(
    { text, values, columns, key }: ReturnType<typeof statement>,
    asked: Omit<ResultRequest, 'key'> & { isAhead?: true; left?: AbortSignal | undefined },
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
      const asked = checked(report, query, profile(), now)
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
          const asked = checked(report, one.query, profile(), clock())
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

/** A result is current for twenty times as long as it took to make; the job makes it anew after half of that. */
function isCurrent({ madeAt, tookMs }: KeptResult, now: Date, isAhead: boolean): boolean {
  const mostMs = Math.min(mostAgeMs, Math.max(leastAgeMs, 20 * tookMs))
  return msBetween(madeAt, now) < (isAhead ? mostMs / 2 : mostMs + leastAgeMs * 3)
}

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

/** What is asked of a report, in words that it has. */
function checked(report: Definition, query: Omit<ReportQuery, 'format'>, profile: Profile, now: Date) {
  const { name, kind } = report
  const { caseType, docket } = query
  const isOverTime = kindsOverTime.includes(kind)
  for (const parameter of ['from', 'to', 'period'] as const)
    if (query[parameter] !== undefined && !isOverTime)
      throw new Refusal('invalid', `The report ${name} tells how things are now: it takes no ${parameter}.`)
  for (const parameter of ['caseType', 'docket'] as const)
    if (query[parameter] !== undefined && !(dimensionsOf[kind] as readonly string[]).includes(parameter))
      throw new Refusal('invalid', `The report ${name} cannot be narrowed by ${parameter}.`)
  if (caseType !== undefined) refuseUnknownWord('case type', caseType, namesOf(profile.caseTypes))
  if (docket !== undefined) refuseUnknownWord('docket', docket, namesOf(profile.dockets))
  return {
    by: dimensionsAsked(report, query.by),
    caseType,
    docket,
    ...(isOverTime ? { period: query.period ?? report.period ?? 'month', ...timeAsked(query, now) } : {}),
  }
}

function dimensionsAsked({ name, kind, by }: Definition, asked: string | undefined): ReportDimension[] {
  const known = dimensionsOf[kind]
  const words = asked === undefined ? by : asked.split(',').map((word) => word.trim())
  const wanted = [...new Set(words)].filter((word) => word !== '')
  for (const word of wanted)
    if (!(known as readonly string[]).includes(word))
      throw new Refusal('invalid', unknownWord('dimension', word, known, ` of the report ${name}`))
  return wanted as ReportDimension[]
}

function timeAsked({ from, to }: Pick<ReportQuery, 'from' | 'to'>, now: Date) {
  const lastDay = to ?? dayOf(now)
  const start = from ?? dayOf(daysEarlier(lastDay, usualDays))
  for (const [parameter, day] of Object.entries({ from, to }))
    if (day !== undefined && day < firstDay)
      throw new Refusal('invalid', `${parameter} must be ${firstDay} or later, not ${day}.`)
  if (start > lastDay)
    throw new Refusal('invalid', `from must not be after to: ${start} is after ${lastDay}.`)
  return { from: new Date(start), until: daysLater(lastDay, 1), to: lastDay }
}

function asRow(row: Record<string, unknown>): ReportRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as ReportRow
}
