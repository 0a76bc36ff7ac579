import type { Participant } from '@portico/contract/sessions'
import { dayAfter, dayIn, instantOf, timeIn, weekdayOf, zoned } from '../time/local-time.ts'
import { msEarlier } from '../time/moments.ts'
import {
  common,
  holding,
  merged,
  overlaps,
  type Span,
  spanFrom,
  startsIn,
  startsWithin,
  without,
} from '../time/spans.ts'

/** When one of those who take part can, as far as the search looks. */
export type Calendar = {
  participant: Participant & { name: string }
  /** Without it: on the days and at the hours of sessions. */
  free?: readonly Span[]
  /** What their calendar says they cannot. */
  busy: readonly Span[]
  /** Their other sessions and what is held for others: those that a slot may follow on. */
  booked: readonly (Span & { sessionId?: string | null })[]
  /** Where their clock is not that of the session. */
  timeZone?: string
}

/** Days on which nothing may be placed, for all or for one. */
export type BlackoutDays = { from: string; to: string; participantId?: string; why: string }

export type SessionDay = {
  firstStart: string
  slotsPerDay: number
  slotMinutes: number
  startEveryMinutes: number
}

export type Search = {
  from: string
  to: string
  minutes: number
  timeZone: string
  day: SessionDay
  calendars: readonly Calendar[]
  blackouts: readonly BlackoutDays[]
  /** Nothing before. */
  notBefore: Date
  limit: number
}

export type FoundSlot = { startsAt: Date; reasons: string[] }

/** Who stands in the way of how many of the starts that there are. */
export type Blocking = { participant: Calendar['participant']; starts: number }

export type Found = { slots: FoundSlot[]; starts: number; blocking: Blocking[] }

const officeHours = { from: '08:00', to: '18:00' }

/** The slots in which all can, the best first, with what speaks for and against each. */
export function findSlots(search: Search): Found {
  const { minutes, calendars, limit } = search
  const days = sessionDays(search)
  const starts = days.flatMap(({ starts }) => starts)
  if (starts.length === 0) return { slots: [], starts: 0, blocking: [] }
  const hours = merged(days.map(({ hours }) => hours))
  const free = calendars.map((calendar) => freeOf(calendar, hours, search))
  const all = free.reduce((some, others) => common(some, others), hours)
  const possible = startsWithin(all, starts, minutes).map((from) => spanFrom(from, minutes))
  const rank = ranking(possible, search)
  const ranked = possible
    .map(rank)
    .toSorted(
      (a, b) =>
        a.odd.length - b.odd.length ||
        (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) ||
        b.following.length - a.following.length ||
        a.from - b.from,
    )
  const firstDay = possible[0] && dayIn(new Date(possible[0].from), search.timeZone)
  const slots = ranked.slice(0, limit).map((ranked) => ({
    startsAt: new Date(ranked.from),
    reasons: [
      ...(ranked.day === firstDay ? [`The first day on which ${allOf(calendars.length)}.`] : []),
      ...reasonsOf(ranked, search),
    ],
  }))
  const blocking = calendars
    .map(({ participant }, index) => ({
      participant,
      starts: starts.length - startsWithin(free[index] ?? [], starts, minutes).length,
    }))
    .filter((one) => one.starts > 0)
    .toSorted((a, b) => b.starts - a.starts)
  return { slots, starts: starts.length, blocking }
}

const allOf = (count: number) =>
  count === 0 ? 'nothing is placed yet' : count === 1 ? 'there is time' : `all ${count} are free`

export type Day = { hours: Span; starts: number[] }

/** From Monday to Friday, but not where nothing may be placed at all. */
export function sessionDays({
  from,
  to,
  minutes,
  timeZone,
  day,
  blackouts,
  notBefore,
}: Omit<Search, 'calendars' | 'limit'>): Day[] {
  const found: Day[] = []
  for (let date = from; date <= to; date = dayAfter(date)) {
    if (weekdayOf(date) > 5 || blackouts.some((out) => !out.participantId && isOn(out, date))) continue
    const opens = instantOf(`${date}T${day.firstStart}`, timeZone)
    const hours = spanFrom(opens, day.slotsPerDay * day.slotMinutes)
    const starts = startsIn(hours, { minutes, everyMinutes: day.startEveryMinutes }).filter(
      (start) => start > notBefore.getTime(),
    )
    if (starts.length > 0) found.push({ hours, starts })
  }
  return found
}

const isOn = ({ from, to }: BlackoutDays, day: string) => from <= day && day <= to

/** When one of them can, within the hours of sessions. */
export function freeOf(
  { participant, free, busy, booked }: Calendar,
  hours: readonly Span[],
  { blackouts, timeZone }: Pick<Search, 'blackouts' | 'timeZone'>,
): Span[] {
  const out = blackouts
    .filter(({ participantId }) => participantId === participant.id)
    .map(({ from, to }) => ({
      from: instantOf(`${from}T00:00`, timeZone).getTime(),
      to: instantOf(`${dayAfter(to)}T00:00`, timeZone).getTime(),
    }))
  return without(free ? merged(free) : hours, merged([...busy, ...booked, ...out]))
}

type Ranked = { from: number; day: string; odd: Calendar[]; following: Calendar[] }

/** What is worked out once for all slots: who has a session that ends or begins when, and who lives by which clock. */
function ranking(possible: readonly Span[], { calendars, timeZone }: Search): (span: Span) => Ranked {
  const edges = new Set(possible.flatMap(({ from, to }) => [from, to]))
  const [ending, beginning] = [new Map<number, Set<Calendar>>(), new Map<number, Set<Calendar>>()]
  const note = (at: number, by: Map<number, Set<Calendar>>, calendar: Calendar) => {
    if (edges.has(at)) by.set(at, (by.get(at) ?? new Set()).add(calendar))
  }
  for (const calendar of calendars)
    for (const { from, to } of calendar.booked) {
      note(to, ending, calendar)
      note(from, beginning, calendar)
    }
  const elsewhere = Map.groupBy(
    calendars.filter((calendar) => calendar.timeZone !== undefined && calendar.timeZone !== timeZone),
    (calendar) => calendar.timeZone ?? timeZone,
  )
  return (span) => {
    const [before, after] = [ending.get(span.from), beginning.get(span.to)]
    const oddZones = [...elsewhere.keys()].filter((zone) => !isInOffice(span, zone))
    const isOdd = ({ timeZone: theirs }: Calendar) => theirs !== undefined && oddZones.includes(theirs)
    return {
      from: span.from,
      day: dayIn(new Date(span.from), timeZone),
      odd: oddZones.length === 0 ? [] : calendars.filter(isOdd),
      following:
        before || after ? calendars.filter((calendar) => before?.has(calendar) || after?.has(calendar)) : [],
    }
  }
}

const reasonsOf = ({ from, odd, following }: Ranked, { timeZone }: Search) => [
  ...following.map(({ participant }) => `Adjoins another session of ${participant.name}.`),
  ...odd.map(
    ({ participant, timeZone: theirs = timeZone }) =>
      `It is ${timeIn(new Date(from), theirs)} for ${participant.name} (${theirs}).`,
  ),
]

function isInOffice({ from, to }: Span, timeZone: string): boolean {
  const [start, end] = [zoned(new Date(from), timeZone), zoned(new Date(to), timeZone)]
  return (
    start.toPlainDate().equals(end.toPlainDate()) &&
    timeIn(new Date(from), timeZone) >= officeHours.from &&
    timeIn(new Date(to), timeZone) <= officeHours.to
  )
}

/** What stands against a slot: nothing, where it is clear. */
export function conflictsWith(
  span: Span,
  { calendars, blackouts, timeZone }: Pick<Search, 'calendars' | 'blackouts' | 'timeZone'>,
): { participant?: Calendar['participant']; why: string }[] {
  const days = [dayIn(new Date(span.from), timeZone), dayIn(msEarlier(new Date(span.to), 1), timeZone)]
  const outOn = blackouts.filter((out) => days.some((day) => isOn(out, day)))
  const found: { participant?: Calendar['participant']; why: string }[] = []
  for (const { participantId, why } of outOn) {
    const one = calendars.find(({ participant }) => participant.id === participantId)?.participant
    if (participantId === undefined) found.push({ why })
    else if (one) found.push({ participant: one, why })
  }
  for (const { participant, free, busy, booked } of calendars) {
    if (booked.some((one) => overlaps(one, span)))
      found.push({ participant, why: `${participant.name} is booked at that time.` })
    else if (busy.some((one) => overlaps(one, span)))
      found.push({ participant, why: `${participant.name} is not available at that time.` })
    else if (free && !holding(merged(free), span))
      found.push({ participant, why: `${participant.name} is not available at that time.` })
  }
  return found
}
