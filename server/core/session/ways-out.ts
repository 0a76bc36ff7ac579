import type { NamedParticipant } from '@portico/contract/sessions'
import { common, holding, merged, type Span } from '../time/spans.ts'
import type { Way } from './repair.ts'
import { type Calendar, freeOf, type Search, sessionDays } from './slots.ts'

export type SessionWay = Way & { participants: readonly NamedParticipant[] }

export type Around = Pick<Search, 'from' | 'to' | 'timeZone' | 'day' | 'blackouts' | 'notBefore'> & {
  /** Before that it would be moved within its notice. */
  noticeEnds: Date
  /** Also where those who take part would have to agree to it. */
  withinNotice?: boolean
  calendarOf: (participant: NamedParticipant) => Calendar
  keysOf: (participants: readonly NamedParticipant[]) => string[]
}

/** The nearest so many: what is further is no better. */
const mostWays = 300

/**
 * Where a session could go: to another room of its location at the same time, or to another time, with all who take part.
 * What it has booked itself is not in its way, so its calendars must be without it.
 */
export function waysOut(
  { span, participants }: { span: Span; participants: readonly NamedParticipant[] },
  otherRooms: readonly NamedParticipant[],
  around: Around,
): SessionWay[] {
  const { timeZone, blackouts, calendarOf, keysOf } = around
  const minutes = (span.to - span.from) / 60_000
  const days = sessionDays({ ...around, minutes })
  const hours = merged(days.map(({ hours }) => hours))
  // Whoever is moved is moved to later, and with notice.
  const earliest = Math.max(span.from, around.noticeEnds.getTime())
  const needsConsent = (start: number) => start !== span.from && start < earliest
  const starts = [span.from, ...days.flatMap(({ starts }) => starts)]
    .filter((start) => around.withinNotice || !needsConsent(start))
    .filter((start, index, all) => all.indexOf(start) === index)
    .filter((start) => start > around.notBefore.getTime())
  const freeFor = (some: readonly NamedParticipant[]) =>
    some.reduce<readonly Span[]>(
      (free, one) => common(free, freeOf(calendarOf(one), hours, { blackouts, timeZone })),
      hours,
    )
  const rooms = participants.filter(({ kind }) => kind === 'room')
  const others = participants.filter(({ kind }) => kind !== 'room')
  const people = others.filter(({ kind }) => kind !== 'location').length
  const ways = [rooms, ...(rooms.length === 1 ? otherRooms.map((room) => [room]) : [])].flatMap(
    (inRooms, index) => {
      const all = [...others, ...inRooms]
      const free = freeFor(all)
      const keys = keysOf(all)
      return starts
        .map((from) => ({ from, to: from + (span.to - span.from) }))
        .filter((wanted) => holding(free, wanted))
        .map((wanted) => ({
          span: wanted,
          keys,
          participants: all,
          peopleMoved: wanted.from === span.from ? 0 : people,
          isOtherRoom: index > 0,
          needsConsent: needsConsent(wanted.from),
        }))
    },
  )
  const distance = (way: SessionWay) => Math.abs(way.span.from - span.from)
  return ways
    .toSorted(
      (a, b) =>
        a.peopleMoved - b.peopleMoved ||
        Number(a.needsConsent) - Number(b.needsConsent) ||
        distance(a) - distance(b),
    )
    .slice(0, mostWays)
}
