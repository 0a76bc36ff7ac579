import type { Reading } from '@portico/contract/audience'
import type { Profile } from '@portico/contract/profile'
import type { Report as Definition } from '@portico/contract/profile/work'
import {
  dimensionsOf,
  kindsOverTime,
  type Report,
  type ReportDimension,
  type ReportQuery,
  type ReportRow,
  type ReportSummary,
} from '@portico/contract/reports'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord, unknownWord } from '../../core/kernel/known-words.ts'
import { dayOf, daysEarlier, daysLater } from '../../core/time/moments.ts'
import type { Database } from '../../store/db.ts'
import { dataElements } from './data-elements.ts'
import { definitions } from './definitions.ts'
import { docketHealth, docketHealthColumns } from './docket-health.ts'
import { statementOf } from './statements.ts'
import { openLimit } from './within-limit.ts'

export type ReportReader = {
  roles: readonly string[]
  audience: Reading
  mostSensitivity: number
  barredCaseIds: readonly string[]
}

const usualDays = 365
const usualPercentiles = [50, 75, 95]
const mostRows = 100_000
const mostAtOnce = 3
const firstDay = '1900-01-01'

/** The reports of the profile: for whom, and computed from what stands in the tables now. */
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
      const { text, values, columns } = statementOf({
        ...asked,
        kind: report.kind,
        percentiles: report.percentiles ?? usualPercentiles,
        now,
        mostSensitivity,
        barredCaseIds,
        teams: Object.fromEntries(profile().teams.map((team) => [team.name, team.label])),
        mostRows: mostRows + 1,
      })
      const rows = await withinLimit(name, (tx) => tx.rows<Record<string, unknown>>(text, values), left)
      if (rows.length > mostRows)
        throw new Refusal(
          'invalid',
          `The report ${name} would have more than ${mostRows} rows: ask for a shorter time or fewer dimensions.`,
        )
      const { from, to } = asked
      return {
        ...of,
        ...(from && to ? { from: dayOf(from), to } : {}),
        columns: [...columns],
        rows: rows.map(asRow),
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
