import type { Profile } from '@portico/contract/profile'
import type { Report as Definition } from '@portico/contract/profile/work'
import {
  dimensionsOf,
  kindsOverTime,
  type ReportDimension,
  type ReportQuery,
} from '@portico/contract/reports'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord, unknownWord } from '../../core/kernel/known-words.ts'
import { dayOf, daysEarlier, daysLater } from '../../core/time/moments.ts'

export type CheckedQuery = ReturnType<typeof checkedQuery>

const usualDays = 365
const firstDay = '1900-01-01'

/** What is asked of a report, refused unless the report and the profile have the words. */
export function checkedQuery(
  report: Definition,
  query: Omit<ReportQuery, 'format'>,
  profile: Profile,
  now: Date,
) {
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
