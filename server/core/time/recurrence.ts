import { Temporal } from 'temporal-polyfill'
import { memoize } from '../kernel/remember.ts'
import { dayMs, dayOf, yearsLater } from './moments.ts'
import { type Rule, readRule, type Until } from './rule.ts'
import { wallsOf } from './rule-days.ts'
import { overlaps, type Span } from './spans.ts'
import { type ZoneClock, zoneClock } from './zone-clock.ts'

/**
 * Something that happens once, or again by a rule, by the clock on the wall of a time zone. What ends at 17:00 ends when
 * that clock shows it, also on the day on which it is put back or forward.
 */
export type Recurring = {
  /** As the clock shows it: `2026-03-02T09:00`. */
  starts: string
  ends: string
  timeZone: string
  /** The RRULE of iCalendar. */
  repeats?: string | undefined
  /** Days on which it does not happen, after all. */
  except?: readonly string[] | undefined
}

export const mostInstances = 10_000
const longest = { days: 31 }
/** So that what happens daily has no more instances than that. */
const longestRule = { years: 27 }

/** What keeps it from being entered into a calendar, in a sentence. Rules finer than daily, or without an end, are not. */
export function faultOfRecurring(recurring: Recurring): string | undefined {
  const [starts, ends] = [plain(recurring.starts), plain(recurring.ends)]
  if (!starts) return `starts must be a local time such as 2026-03-02T09:00, not ${recurring.starts}.`
  if (!ends) return `ends must be a local time such as 2026-03-02T17:00, not ${recurring.ends}.`
  if (Temporal.PlainDateTime.compare(starts, ends) >= 0) return 'ends must be later than starts.'
  if (Temporal.PlainDateTime.compare(starts.add(longest), ends) < 0)
    return `ends must be at most ${longest.days} days after starts.`
  return recurring.repeats === undefined ? undefined : faultOfRule(recurring, recurring.repeats)
}

function faultOfRule(recurring: Recurring, repeats: string): string | undefined {
  const rule = readRule(repeats)
  if ('fault' in rule) return `repeats ${rule.fault}`
  const finer = /BY(HOUR|MINUTE|SECOND)/.exec(repeats)
  if (finer) return `repeats must not have ${finer[0]}.`
  const { count, until } = rule
  if (count === undefined && until === undefined) return 'repeats must have an end: COUNT or UNTIL.'
  if (count !== undefined && count > mostInstances)
    return `repeats must not have a COUNT above ${mostInstances}.`
  const first = wallOf(recurring.starts)
  if (until && endOf(until) > yearsLater(new Date(first), longestRule.years).getTime())
    return `repeats must have an UNTIL within ${longestRule.years} years of starts.`
  // A rule that counts but never comes, such as 30 February, is looked for as far as one with UNTIL may go.
  const to = until ? endOf(until) + dayMs : yearsLater(new Date(first), longestRule.years).getTime()
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
  /** What the clock shows then. */
  wall: number
}

/** When it happens, as far as it touches a span; the first of two moments that a clock shows twice. */
export function spansOf(recurring: Recurring, within: Span): Span[] {
  const { starts, ends, timeZone, repeats, except = [] } = recurring
  const first = wallOf(starts)
  const lasts = wallOf(ends) - first
  // What began before the span may reach into it, and no clock is a day ahead or behind.
  const near = { from: within.from - lasts - dayMs, to: within.to + dayMs }
  if (first > near.to || (repeats === undefined && first < near.from)) return []
  // What ends later than that is as long as it needs to be.
  const latest = near.to + longest.days * dayMs
  const clock = zoneClock(timeZone, { from: within.from - dayMs, to: latest })
  const out = new Set(except)
  const instances =
    repeats === undefined
      ? [once(first, clock)]
      : instancesOf(recurring, ended(starts, timeZone, repeats), near)
  const spans: Span[] = []
  for (const { at, wall } of instances) {
    if (wall < near.from || (out.size > 0 && out.has(dayOf(new Date(wall))))) continue
    const span = { from: at, to: clock.at(Math.min(wall + lasts, latest)) }
    if (overlaps(span, within)) spans.push(span)
  }
  return spans
}

const wallOf = (local: string) => Date.parse(`${local}Z`)

function once(wall: number, clock: ZoneClock): Instance {
  const at = clock.at(wall)
  return { at, wall: clock.wall(at) }
}

/** Of a rule that does not read as one, every day: time that is said to be taken is not given away. */
const ruleIn = memoize(1000, (repeats: string): Rule => {
  const rule = readRule(repeats)
  return 'fault' in rule ? { frequency: 'DAILY', interval: 1, weekStart: 0 } : rule
})

/** A counted rule as one that lasts until its last time, if that is near: what came before need not be counted again. */
const ended = memoize(1000, (starts: string, timeZone: string, repeats: string): Rule => {
  const rule = ruleIn(repeats)
  const { count, ...uncounted } = rule
  if (count === undefined || count > mostInstances) return rule
  const from = wallOf(starts)
  const near = { from, to: yearsLater(new Date(from), longestRule.years).getTime() }
  const all = [...instancesOf({ starts, timeZone }, rule, near)]
  const last = all[count - 1]
  return last ? { ...uncounted, until: { moment: last.at } } : rule
})

/**
 * From about one time on to another. A time that the clock skips does not come, and does not count; but the first time of
 * all comes as much later on that day.
 */
function* instancesOf(
  { starts, timeZone }: Pick<Recurring, 'starts' | 'timeZone'>,
  rule: Rule,
  near: Span,
): Generator<Instance, void> {
  const first = wallOf(starts)
  const { count = Number.POSITIVE_INFINITY, until } = rule
  const clock = zoneClock(timeZone, {
    from: rule.count === undefined ? Math.max(first, near.from) - dayMs : first,
    to: near.to + dayMs,
  })
  let counted = 0
  for (const wall of wallsOf(rule, first, near)) {
    if (wall > near.to) return
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
