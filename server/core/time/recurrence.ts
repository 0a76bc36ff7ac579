import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { remember } from '../kernel/remember.ts'
import { dayMs, dayOf } from './moments.ts'
import { instancesBy, simpleRule } from './simple-rule.ts'
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

/** What a rule may say. Times of day within it would make it finer than daily. */
const parts = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTH',
  'BYMONTHDAY',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYSETPOS',
  'WKST',
])
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/** What keeps it from being on a calendar, in a sentence. */
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
  const said = new Map<string, string>()
  for (const part of repeats.split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.+)$/.exec(part) ?? []
    if (name === '') return `repeats must be a rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10, not ${repeats}.`
    if (said.has(name)) return `repeats must say ${name} once.`
    said.set(name, value)
  }
  const frequency = said.get('FREQ') ?? ''
  if (!frequencies.includes(frequency))
    return `repeats must have a FREQ of ${frequencies.slice(0, -1).join(', ')} or ${frequencies.at(-1)}.`
  const unknown = [...said.keys()].find((name) => !parts.has(name))
  if (unknown) return `repeats must not have ${unknown}.`
  if (!said.has('COUNT') && !said.has('UNTIL')) return 'repeats must have an end: COUNT or UNTIL.'
  if (Number(said.get('COUNT') ?? 0) > mostInstances)
    return `repeats must not have a COUNT above ${mostInstances}.`
  try {
    const rule = ruleOf(recurring, repeats)
    const { until, dtstart } = rule.options()
    if (until && Temporal.ZonedDateTime.compare(dtstart.add(longestRule), until) < 0)
      return `repeats must have an UNTIL within ${longestRule.years} years of starts.`
    let isAny = false
    rule.all(() => {
      isAny = true
      return false
    })
    return isAny ? undefined : 'repeats must give at least one instance.'
  } catch (error) {
    return `repeats must be a rule of iCalendar: ${error instanceof Error ? error.message : error}`
  }
}

function plain(local: string): Temporal.PlainDateTime | undefined {
  try {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) ? Temporal.PlainDateTime.from(local) : undefined
  } catch {
    return
  }
}

const ruleOf = ({ starts, timeZone }: Pick<Recurring, 'starts' | 'timeZone'>, repeats: string) =>
  new RRuleTemporal({
    rruleString: repeats,
    dtstart: Temporal.PlainDateTime.from(starts).toZonedDateTime(timeZone),
    temporal: Temporal,
    cache: false,
  })

type Instance = {
  at: number
  /** What the clock shows then. */
  wall: number
}

/** When it happens, as far as it touches a span; the first of two moments that a clock shows twice. */
export function spansOf(recurring: Recurring, within: Span): Span[] {
  const { starts, ends, timeZone, repeats, except = [] } = recurring
  const [first, last] = [wallOf(starts), wallOf(ends)]
  // What began before the span may reach into it, and no clock is a day ahead or behind.
  const near = { from: within.from - (longest.days + 1) * dayMs, to: within.to + dayMs }
  if (first > near.to || (repeats === undefined && last < near.from)) return []
  const clock = zoneClock(timeZone, { from: near.from, to: near.to + longest.days * dayMs })
  const out = new Set(except)
  return (repeats === undefined ? [once(first, clock)] : instancesOf(recurring, repeats, near))
    .filter(({ wall }) => out.size === 0 || !out.has(dayOf(new Date(wall))))
    .map(({ at, wall }) => ({ from: at, to: clock.at(wall + last - first) }))
    .filter((span) => overlaps(span, within))
}

const wallOf = (local: string) => Date.parse(`${local}Z`)

function once(wall: number, clock: ZoneClock): Instance {
  const at = clock.at(wall)
  return { at, wall: clock.wall(at) }
}

function instancesOf(recurring: Recurring, repeats: string, near: Span): readonly Instance[] {
  const { starts, timeZone } = recurring
  const first = wallOf(starts)
  const clock = zoneClock(timeZone, { from: Math.min(first, near.from), to: near.to })
  if (clock.shows(first) === undefined) return fromSkipped(recurring, repeats, { clock, to: near.to })
  const { rule, until } = simple(starts, timeZone, repeats)
  return rule
    ? instancesBy(rule, clock, { ...near, until })
    : searched(starts, timeZone, repeats, `${near.from}`, `${near.to}`)
}

/**
 * From a first time that the clock skips: it comes as much later on that day alone. The library would have it later ever
 * after, so it is asked for the days as UTC counts them, where nothing is skipped.
 */
function fromSkipped(
  { starts, timeZone }: Recurring,
  repeats: string,
  { clock, to }: { clock: ZoneClock; to: number },
): Instance[] {
  const { until, count = Number.POSITIVE_INFINITY } = ruleOf({ starts, timeZone }, repeats).options()
  const unended = repeats.split(';').filter((part) => !/^(COUNT|UNTIL)=/.test(part))
  const end = new Date(to).toISOString().replace(/[-:]|\.\d+/g, '')
  const days = ruleOf({ starts, timeZone: 'UTC' }, [...unended, `UNTIL=${end}`].join(';'))
  const first = wallOf(starts)
  const found: Instance[] = []
  days.all(({ epochMilliseconds: wall }: Temporal.ZonedDateTime) => {
    const at = wall === first ? clock.at(wall) : clock.shows(wall)
    if (at === undefined) return true
    if (found.length === count || (until && at > until.epochMilliseconds)) return false
    found.push({ at, wall: clock.wall(at) })
    return true
  })
  return found
}

/** How often it happens, on days that are left out too, but never more than what is asked for. */
export function countUpTo(recurring: Recurring, most: number): number {
  const { starts, timeZone, repeats } = recurring
  if (repeats === undefined) return Math.min(1, most)
  const rule = ruleOf(recurring, repeats)
  const { until, count } = rule.options()
  if (count !== undefined) return Math.min(count, most)
  const first = wallOf(starts)
  const end = until?.epochMilliseconds ?? first
  const counted = simple(starts, timeZone, repeats)
  if (counted.rule) {
    const span = { from: first, to: Math.max(first, end + dayMs) }
    return Math.min(
      instancesBy(counted.rule, zoneClock(timeZone, span), { ...span, until: end }).length,
      most,
    )
  }
  let found = 0
  rule.all(() => {
    found += 1
    return found < most
  })
  return found
}

const simple = remember(1000, (starts: string, timeZone: string, repeats: string) => {
  const rule = simpleRule(repeats, wallOf(starts))
  const isCounted = rule === undefined || rule.count < Number.POSITIVE_INFINITY
  const { until } = isCounted ? {} : ruleOf({ starts, timeZone }, repeats).options()
  return { rule, until: until?.epochMilliseconds ?? Number.POSITIVE_INFINITY }
})

/** As the library finds them, which takes a millisecond. */
const searched = remember(1000, (...key: [string, string, string, string, string]): readonly Instance[] => {
  const [starts, timeZone, repeats, from, to] = key
  const zone = (ms: string) => Temporal.Instant.fromEpochMilliseconds(Number(ms)).toZonedDateTimeISO(timeZone)
  const found = ruleOf({ starts, timeZone }, repeats).between(zone(from), zone(to), true)
  return (found as Temporal.ZonedDateTime[]).map((start) => ({
    at: start.epochMilliseconds,
    wall: start.epochMilliseconds + start.offsetNanoseconds / 1e6,
  }))
})
