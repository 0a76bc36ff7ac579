import { Temporal } from 'temporal-polyfill'
import { memoize } from '../kernel/memoize.ts'
import { dayMs, dayOf, yearsLater } from './moments.ts'
import { type Rule, readRule, type Until } from './rule.ts'
import { wallsOf } from './rule-days.ts'
import { overlaps, type Span } from './spans.ts'
import { type ZoneClock, zoneClock } from './zone-clock.ts'

/**
 * Something that happens once, or repeatedly by a rule, in the local time of a zone. An end at 17:00 is at 17:00 local time
 * even on the day of a clock change.
 */
export type Recurring = {
  /** Local time: `2026-03-02T09:00`. */
  starts: string
  ends: string
  timeZone: string
  /** An RRULE of iCalendar. */
  repeats?: string | undefined
  /** Excluded days. */
  except?: readonly string[] | undefined
}

export const maxInstances = 10_000
const maxLength = { days: 31 }
/** Keeps daily events below the limit of instances. */
const maxRuleLength = { years: 27 }

/** The fault, if any, that makes it invalid in a calendar, such as a rule finer than daily or without an end. */
export function faultOfRecurring(recurring: Recurring): string | undefined {
  const [starts, ends] = [plain(recurring.starts), plain(recurring.ends)]
  if (!starts) return `starts must be a local time such as 2026-03-02T09:00, not ${recurring.starts}.`
  if (!ends) return `ends must be a local time such as 2026-03-02T17:00, not ${recurring.ends}.`
  if (Temporal.PlainDateTime.compare(starts, ends) >= 0) return 'ends must be later than starts.'
  if (Temporal.PlainDateTime.compare(starts.add(maxLength), ends) < 0)
    return `ends must be at most ${maxLength.days} days after starts.`
  return recurring.repeats === undefined ? undefined : faultOfRule(recurring, recurring.repeats)
}

function faultOfRule(recurring: Recurring, repeats: string): string | undefined {
  const rule = readRule(repeats)
  if ('fault' in rule) return `repeats ${rule.fault}`
  const finer = /BY(HOUR|MINUTE|SECOND)/.exec(repeats)
  if (finer) return `repeats must not have ${finer[0]}.`
  const { count, until } = rule
  if (count === undefined && until === undefined) return 'repeats must have an end: COUNT or UNTIL.'
  if (count !== undefined && count > maxInstances)
    return `repeats must not have a COUNT above ${maxInstances}.`
  const first = wallOf(recurring.starts)
  if (until && endOf(until) > yearsLater(new Date(first), maxRuleLength.years).getTime())
    return `repeats must have an UNTIL within ${maxRuleLength.years} years of starts.`
  // A rule with COUNT may have no instances at all, such as 30 February: the search must end.
  const to = until ? endOf(until) + dayMs : yearsLater(new Date(first), maxRuleLength.years).getTime()
  return instancesOf(recurring, rule, { from: first, to }).next().done
    ? 'repeats must give at least one instance.'
    : undefined
}

const endOf = (until: Until) => ('wall' in until ? until.wall : until.moment)

function plain(local: string): Temporal.PlainDateTime | undefined {
  try {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) ? Temporal.PlainDateTime.from(local) : undefined
  } catch {
    return
  }
}

type Instance = {
  at: number
  /** Its local time. */
  wall: number
}

/** The occurrences that overlap a span; a repeated local time is its first occurrence. */
export function spansOf(recurring: Recurring, within: Span): Span[] {
  const { starts, ends, timeZone, repeats, except = [] } = recurring
  const first = wallOf(starts)
  const duration = wallOf(ends) - first
  // An earlier occurrence may reach into the span, and offsets are less than a day.
  const range = { from: within.from - duration - dayMs, to: within.to + dayMs }
  if (first > range.to || (repeats === undefined && first < range.from)) return []
  // Later ends need not be exact.
  const latest = range.to + maxLength.days * dayMs
  const clock = zoneClock(timeZone, { from: within.from - dayMs, to: latest })
  const excluded = new Set(except)
  const instances =
    repeats === undefined
      ? [singleInstance(first, clock)]
      : instancesOf(recurring, withoutCount(starts, timeZone, repeats), range)
  const spans: Span[] = []
  for (const { at, wall } of instances) {
    if (wall < range.from || (excluded.size > 0 && excluded.has(dayOf(new Date(wall))))) continue
    const span = { from: at, to: clock.at(Math.min(wall + duration, latest)) }
    if (overlaps(span, within)) spans.push(span)
  }
  return spans
}

const wallOf = (local: string) => Date.parse(`${local}Z`)

function singleInstance(wall: number, clock: ZoneClock): Instance {
  const at = clock.at(wall)
  return { at, wall: clock.wall(at) }
}

/** A rule that cannot be read counts as daily, so that busy time is never offered. */
const readRuleOrDaily = memoize(1000, (repeats: string): Rule => {
  const rule = readRule(repeats)
  return 'fault' in rule ? { frequency: 'DAILY', interval: 1, weekStart: 0 } : rule
})

/** Replaces COUNT by the UNTIL of its last instance, if that is near, so that instances need not be counted again. */
const withoutCount = memoize(1000, (starts: string, timeZone: string, repeats: string): Rule => {
  const rule = readRuleOrDaily(repeats)
  const { count, ...uncounted } = rule
  if (count === undefined || count > maxInstances) return rule
  const from = wallOf(starts)
  const range = { from, to: yearsLater(new Date(from), maxRuleLength.years).getTime() }
  const all = [...instancesOf({ starts, timeZone }, rule, range)]
  const last = all[count - 1]
  return last ? { ...uncounted, until: { moment: last.at } } : rule
})

/**
 * The instances in a range. A skipped local time is not an instance and does not count, except that the first instance is
 * moved forward.
 */
function* instancesOf(
  { starts, timeZone }: Pick<Recurring, 'starts' | 'timeZone'>,
  rule: Rule,
  range: Span,
): Generator<Instance, void> {
  const first = wallOf(starts)
  const { count = Number.POSITIVE_INFINITY, until } = rule
  const clock = zoneClock(timeZone, {
    from: rule.count === undefined ? Math.max(first, range.from) - dayMs : first,
    to: range.to + dayMs,
  })
  let counted = 0
  for (const wall of wallsOf(rule, first, range)) {
    if (wall > range.to) return
    if (wall < first) continue
    const at = wall === first ? clock.at(wall) : clock.shows(wall)
    if (at === undefined) continue
    counted += 1
    if (counted > count || (until && isAfter({ at, wall }, until))) return
    yield { at, wall: wall === first ? clock.wall(at) : wall }
  }
}

const isAfter = ({ at, wall }: Instance, until: Until) =>
  'wall' in until ? wall > until.wall : at > until.moment
