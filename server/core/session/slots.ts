import type { Participant } from '@portico/contract/sessions'
import { dayAfter, dayIn, instantOf, timeIn, weekdayOf, zoned } from '../time/local-time.ts'
import { msEarlier } from '../time/moments.ts'
import {
  findContaining,
  fittingStarts,
  intersect,
  mergeSpans,
  overlaps,
  regularStarts,
  type Span,
  spanFrom,
  subtract,
} from '../time/spans.ts'

/** The times of one participant, within the range of the search. */
export type Calendar = {
  participant: Participant & { name: string }
  /** If absent, the usual days and hours of sessions. */
  free?: readonly Span[]
  /** Busy times in their calendar. */
  busy: readonly Span[]
  /** Their other sessions and holds, which a slot may adjoin. */
  booked: readonly (Span & { sessionId?: string | null })[]
  /** If different from that of the session. */
  timeZone?: string
}

/** Days without sessions, for everyone or for one participant. */
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
  /** The earliest start. */
  notBefore: Date
  limit: number
}

export type FoundSlot = { startsAt: Date; reasons: string[] }

/** A participant, and the number of possible starts at which they are not free. */
export type Blocking = { participant: Calendar['participant']; starts: number }

export type SearchResult = { slots: FoundSlot[]; starts: number; blocking: Blocking[] }

const officeHours = { from: '08:00', to: '18:00' }

/** The slots in which all participants are free, best first, each with its advantages and disadvantages. */
export function findSlots(search: Search): SearchResult {
  const { minutes, calendars, limit } = search
  const days = sessionDays(search)
  const starts = days.flatMap(({ starts }) => starts)
  if (starts.length === 0) return { slots: [], starts: 0, blocking: [] }
  const hours = mergeSpans(days.map(({ hours }) => hours))
  const free = calendars.map((calendar) => freeOf(calendar, hours, search))
  const all = free.reduce((some, others) => intersect(some, others), hours)
  const possible = fittingStarts(all, starts, minutes).map((from) => spanFrom(from, minutes))
  const rank = createRanking(possible, search)
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
      ...(ranked.day === firstDay ? [`The first day on which ${allFreeWords(calendars.length)}.`] : []),
      ...reasonsOf(ranked, search),
    ],
  }))
  const blocking = calendars
    .map(({ participant }, index) => ({
      participant,
      starts: starts.length - fittingStarts(free[index] ?? [], starts, minutes).length,
    }))
    .filter((one) => one.starts > 0)
    .toSorted((a, b) => b.starts - a.starts)
  return { slots, starts: starts.length, blocking }
}

const allFreeWords = (count: number) =>
  count === 0 ? 'nothing is placed yet' : count === 1 ? 'there is time' : `all ${count} are free`

export type Day = { hours: Span; starts: number[] }

/** Monday to Friday, except on blackout days for everyone. */
export function sessionDays({
  from,
  to,
  minutes,
  timeZone,
  day,
  blackouts,
  notBefore,
}: Omit<Search, 'calendars' | 'limit'>): Day[] {
  const days: Day[] = []
  for (let date = from; date <= to; date = dayAfter(date)) {
    if (weekdayOf(date) > 5 || blackouts.some((out) => !out.participantId && isOn(out, date))) continue
    const start = instantOf(`${date}T${day.firstStart}`, timeZone)
    const hours = spanFrom(start, day.slotsPerDay * day.slotMinutes)
    const starts = regularStarts(hours, { minutes, everyMinutes: day.startEveryMinutes }).filter(
      (start) => start > notBefore.getTime(),
    )
    if (starts.length > 0) days.push({ hours, starts })
  }
  return days
}

const isOn = ({ from, to }: BlackoutDays, day: string) => from <= day && day <= to

/** When a participant is free, within the hours of sessions. */
export function freeOf(
  { participant, free, busy, booked }: Calendar,
  hours: readonly Span[],
  { blackouts, timeZone }: Pick<Search, 'blackouts' | 'timeZone'>,
): Span[] {
  const absences = blackouts
    .filter(({ participantId }) => participantId === participant.id)
    .map(({ from, to }) => ({
      from: instantOf(`${from}T00:00`, timeZone).getTime(),
      to: instantOf(`${dayAfter(to)}T00:00`, timeZone).getTime(),
    }))
  return subtract(free ? mergeSpans(free) : hours, mergeSpans([...busy, ...booked, ...absences]))
}

type Ranked = { from: number; day: string; odd: Calendar[]; following: Calendar[] }

/** Precomputes for all slots which bookings adjoin them, and the participants in other time zones. */
function createRanking(possible: readonly Span[], { calendars, timeZone }: Search): (span: Span) => Ranked {
  const edges = new Set(possible.flatMap(({ from, to }) => [from, to]))
  const [ending, beginning] = [new Map<number, Set<Calendar>>(), new Map<number, Set<Calendar>>()]
  const index = (at: number, by: Map<number, Set<Calendar>>, calendar: Calendar) => {
    if (edges.has(at)) by.set(at, (by.get(at) ?? new Set()).add(calendar))
  }
  for (const calendar of calendars)
    for (const { from, to } of calendar.booked) {
      index(to, ending, calendar)
      index(from, beginning, calendar)
    }
  const byZone = Map.groupBy(
    calendars.filter((calendar) => calendar.timeZone !== undefined && calendar.timeZone !== timeZone),
    (calendar) => calendar.timeZone ?? timeZone,
  )
  return (span) => {
    const [before, after] = [ending.get(span.from), beginning.get(span.to)]
    const oddZones = [...byZone.keys()].filter((zone) => !isWithinOfficeHours(span, zone))
    const isOdd = ({ timeZone: ownZone }: Calendar) => ownZone !== undefined && oddZones.includes(ownZone)
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
    ({ participant, timeZone: ownZone = timeZone }) =>
      `It is ${timeIn(new Date(from), ownZone)} for ${participant.name} (${ownZone}).`,
  ),
]

function isWithinOfficeHours({ from, to }: Span, timeZone: string): boolean {
  const [start, end] = [zoned(new Date(from), timeZone), zoned(new Date(to), timeZone)]
  return (
    start.toPlainDate().equals(end.toPlainDate()) &&
    timeIn(new Date(from), timeZone) >= officeHours.from &&
    timeIn(new Date(to), timeZone) <= officeHours.to
  )
}

export function conflictsWith(
  span: Span,
  { calendars, blackouts, timeZone }: Pick<Search, 'calendars' | 'blackouts' | 'timeZone'>,
): { participant?: Calendar['participant']; why: string }[] {
  const days = [dayIn(new Date(span.from), timeZone), dayIn(msEarlier(new Date(span.to), 1), timeZone)]
  const outOn = blackouts.filter((out) => days.some((day) => isOn(out, day)))
  const conflicts: { participant?: Calendar['participant']; why: string }[] = []
  for (const { participantId, why } of outOn) {
    const absent = calendars.find(({ participant }) => participant.id === participantId)?.participant
    if (participantId === undefined) conflicts.push({ why })
    else if (absent) conflicts.push({ participant: absent, why })
  }
  for (const { participant, free, busy, booked } of calendars) {
    if (booked.some((other) => overlaps(other, span)))
      conflicts.push({ participant, why: `${participant.name} is booked at that time.` })
    else if (busy.some((other) => overlaps(other, span)))
      conflicts.push({ participant, why: `${participant.name} is not available at that time.` })
    else if (free && !findContaining(mergeSpans(free), span))
      conflicts.push({ participant, why: `${participant.name} is not available at that time.` })
  }
  return conflicts
}
