import type { NamedParticipant } from '@portico/contract/sessions'
import { findContaining, intersect, mergeSpans, type Span } from '../time/spans.ts'
import type { Alternative } from './repair.ts'
import { type Calendar, freeOf, type Search, sessionDays } from './slots.ts'

export type SessionAlternative = Alternative & { participants: readonly NamedParticipant[] }

export type SearchContext = Pick<Search, 'from' | 'to' | 'timeZone' | 'day' | 'blackouts' | 'notBefore'> & {
  /** The earliest start that respects the notice. */
  earliestWithNotice: Date
  /** Whether to include alternatives that need consent. */
  withinNotice?: boolean
  calendarOf: (participant: NamedParticipant) => Calendar
  keysOf: (participants: readonly NamedParticipant[]) => string[]
}

/** Of the nearest; further ones are no better. */
const maxAlternatives = 300

/**
 * The alternatives for a session: another room of its location at the same time, or another time for all participants. The
 * calendars must not contain the bookings of the session itself.
 */
export function alternativesFor(
  { span, participants }: { span: Span; participants: readonly NamedParticipant[] },
  otherRooms: readonly NamedParticipant[],
  context: SearchContext,
): SessionAlternative[] {
  const { timeZone, blackouts, calendarOf, keysOf } = context
  const minutes = (span.to - span.from) / 60_000
  const days = sessionDays({ ...context, minutes })
  const hours = mergeSpans(days.map(({ hours }) => hours))
  // A session is moved only to a later time, with notice.
  const earliest = Math.max(span.from, context.earliestWithNotice.getTime())
  const needsConsent = (start: number) => start !== span.from && start < earliest
  const starts = [span.from, ...days.flatMap(({ starts }) => starts)]
    .filter((start) => context.withinNotice || !needsConsent(start))
    .filter((start, index, all) => all.indexOf(start) === index)
    .filter((start) => start > context.notBefore.getTime())
  const freeFor = (participants: readonly NamedParticipant[]) =>
    participants.reduce<readonly Span[]>(
      (free, participant) => intersect(free, freeOf(calendarOf(participant), hours, { blackouts, timeZone })),
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
        .filter((candidate) => findContaining(free, candidate))
        .map((candidate) => ({
          span: candidate,
          keys,
          participants: all,
          peopleMoved: candidate.from === span.from ? 0 : people,
          isOtherRoom: index > 0,
          needsConsent: needsConsent(candidate.from),
        }))
    },
  )
  const distance = (way: SessionAlternative) => Math.abs(way.span.from - span.from)
  return ways
    .toSorted(
      (a, b) =>
        a.peopleMoved - b.peopleMoved ||
        Number(a.needsConsent) - Number(b.needsConsent) ||
        distance(a) - distance(b),
    )
    .slice(0, maxAlternatives)
}
