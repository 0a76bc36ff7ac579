import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import {
  type Hold,
  mostSearchDays,
  type NewHold,
  type SlotSearch,
  type SlotsFound,
} from '@portico/contract/scheduling'
import type { NamedParticipant, Participant, Slot } from '@portico/contract/sessions'
import { Refusal } from '../../../core/kernel/decider.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { noticeEnds, refuseHoldTooSoon } from '../../../core/session/notice.ts'
import { type BlackoutDays, type Calendar, findSlots } from '../../../core/session/slots.ts'
import { dayAfter, dayIn, startOfDay } from '../../../core/time/local-time.ts'
import { dayOf, latest, msEarlier, msLater } from '../../../core/time/moments.ts'
import { spansOf } from '../../../core/time/recurrence.ts'
import type { Span } from '../../../core/time/spans.ts'
import { refuseUnknownTimeZone } from '../../../core/time/zone-names.ts'
import { type AlsoKnown, alsoKnown, otherKeys } from '../../../projections/same-person.ts'
import {
  addHold,
  findHold,
  isOverlap,
  keysOf,
  listBookings,
  removeHold,
  type StoredHold,
  spanOf,
} from '../../../store/bookings.ts'
import { listBlackouts, listEntries } from '../../../store/calendars.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { listTold } from '../../../store/told-busy.ts'
import { answerOnce } from '../../engine/answer-once.ts'
import type { ProfileFor, Request } from '../../engine/execute.ts'
import type { OutsideCalendar } from '../calendars/outside.ts'
import { nameParticipants, seatParticipants, timeZoneOf } from '../calendars/participants.ts'

const usualLimit = 20

type HoldReader = { memberId: string; maySee: (caseId: string) => Promise<boolean> }

export type Slots = ReturnType<typeof openSlots>

/** Times at which all who take part can: found, and held until a session is placed on them. */
export function openSlots({
  db,
  clock,
  profileFor,
}: {
  db: Database
  clock: () => Date
  profileFor: ProfileFor
}) {
  return {
    async search(asked: SlotSearch, outside?: OutsideCalendar): Promise<SlotsFound> {
      const profile = await profileFor(db)
      const { sessions } = profile
      const { participants, from, to, minutes = sessions.slotMinutes, limit = usualLimit } = asked
      const timeZone = asked.timeZone ?? zoneAmong(participants, profile)
      refuseUnknownTimeZone(timeZone)
      if (to < from) throw new Refusal('invalid', 'to must not be before from.')
      if (to > dayAfter(from, mostSearchDays))
        throw new Refusal('invalid', `to must be at most ${mostSearchDays} days after from.`)
      const named = await seatParticipants(db, participants, profile)
      const now = clock()
      const within = {
        from: startOfDay(from, timeZone).getTime(),
        to: startOfDay(dayAfter(to), timeZone).getTime(),
      }
      const known = await allCalendars(db, named, { within, from, to }, { now, profile, outside })
      const { calendars, blackouts, unasked } = known
      const search = { from, to, minutes, timeZone, day: sessions, calendars, blackouts, limit }
      const noticeEnd = noticeEnds(profile, asked.kind, { now, timeZone })
      const earliest = asked.notBefore === undefined ? now : latest(now, msEarlier(asked.notBefore, 1))
      const { slots, starts, blocking } = findSlots({
        ...search,
        notBefore: asked.withinNotice ? earliest : latest(earliest, msEarlier(noticeEnd, 1)),
      })
      const isTooSoon = (startsAt: Date) => startsAt < noticeEnd
      return {
        slots: slots.map(({ startsAt, reasons }) => ({
          slot: { startsAt: startsAt.toISOString(), minutes, timeZone },
          reasons: isTooSoon(startsAt) ? [...reasons, 'It is within the notice.'] : reasons,
        })),
        starts,
        blocking,
        ...(unasked ? { unasked } : {}),
      }
    },

    hold: (request: Request, given: NewHold): Promise<Hold> =>
      answerOnce(db, request, async (tx) => {
        const profile = await profileFor(tx)
        const { slot, caseId } = given
        refusePast(slot, request.at)
        refuseUnknownTimeZone(slot.timeZone)
        if (!given.withinNotice) refuseHoldTooSoon(slot, given.kind, { profile, now: request.at })
        const participants = await seatParticipants(tx, given.participants, profile)
        if (keysOf(participants).length === 0)
          throw new Refusal('invalid', 'participants must name a person or a room: a location holds many.')
        const hold: StoredHold = {
          id: newId('hold', request.at, randomBytes(10)),
          caseId: caseId ?? null,
          participants,
          slot,
          heldBy: request.actor.id,
          expiresAt: msLater(request.at, profile.sessions.holdMinutes * 60_000),
        }
        await addHold(tx, hold, request.at, otherKeys)
        return asHold(hold)
      }).catch(async (error) => {
        if (!isOverlap(error)) throw error
        throw await takenRefusal(
          db,
          await nameParticipants(db, given.participants, await profileFor(db)),
          given.slot,
          {
            now: clock(),
          },
        )
      }),

    /** Whoever neither holds it nor sees its case learns that the time is taken. */
    async find(id: string, { memberId, maySee }: HoldReader): Promise<Hold> {
      const found = await findHold(db, id, clock())
      if (!found) throw noSuchHold()
      const isShown = found.heldBy === memberId || (found.caseId !== null && (await maySee(found.caseId)))
      return asHold(isShown ? found : { ...found, caseId: null, participants: [] })
    },

    async release(id: string, { memberId, administers }: { memberId: string; administers: boolean }) {
      const found = await findHold(db, id, clock())
      if (found && found.heldBy !== memberId && !administers)
        throw new Refusal('forbidden', 'Only whoever holds this time, or an administrator, can release it.')
      if (!(await removeHold(db, id)) || !found) throw noSuchHold()
    },
  }
}

export type Unasked = NonNullable<SlotsFound['unasked']>

/** A bound calendar is asked of so many at a time. */
const mostAsked = 100

/** What is kept here, and what a bound calendar says of the same people, as far as it can be asked. */
export async function allCalendars(
  db: Queryable,
  named: readonly NamedParticipant[],
  { within, from, to }: { within: Span; from: string; to: string },
  {
    now,
    profile,
    outside,
  }: { now: Date; profile: Profile; outside?: Pick<OutsideCalendar, 'busy'> | undefined },
): Promise<{ calendars: Calendar[]; blackouts: BlackoutDays[]; unasked?: Unasked }> {
  const known = await alsoKnown(db, idsOf(named), dayOf(now))
  const asked = withOthers(named, known)
  const parts = Array.from({ length: Math.ceil(asked.length / mostAsked) }, (_, at) =>
    asked.slice(at * mostAsked, (at + 1) * mostAsked),
  )
  const [kept, keptBlackouts, ...told] = await Promise.all([
    calendarsOf(db, named, within, { now, profile, known }),
    blackoutDays(db, { from, to }),
    ...(outside ? parts.map((part) => outside.busy(part, within, { from, to })) : []),
  ])
  const answers = told.flatMap((one) => (one && 'busy' in one ? [one] : []))
  const unasked = told.flatMap((one) => (one && 'why' in one ? [one] : []))[0]
  const calendars = kept.map((one) => ({
    ...one,
    busy: [
      ...one.busy,
      ...idsBy(one.participant.id, known).flatMap((id) => answers.flatMap(({ busy }) => busy.get(id) ?? [])),
    ],
  }))
  const blackouts = ofOthers(
    [...keptBlackouts, ...answers.flatMap((answer) => answer.blackouts)],
    named,
    known,
  )
  return { calendars, blackouts, ...(unasked ? { unasked } : {}) }
}

type Others = ReadonlyMap<string, AlsoKnown>

const idsOf = (participants: readonly Participant[]) => participants.map(({ id }) => id)

/** Each id by which somebody has a calendar. */
const idsBy = (id: string, known: Others) => [id, ...(known.get(id)?.ids ?? [])]

const withOthers = (named: readonly NamedParticipant[], known: Others): NamedParticipant[] => {
  const all = named.flatMap((one) => idsBy(one.id, known).map((id) => ({ ...one, id })))
  return [...new Map(all.map((one) => [`${one.kind}:${one.id}`, one])).values()]
}

/** What is blacked out for somebody by another id is so by the one that they are asked for by. */
export const ofOthers = (
  blackouts: readonly BlackoutDays[],
  named: readonly NamedParticipant[],
  known: Others,
): BlackoutDays[] => [
  ...blackouts,
  ...named.flatMap(({ id }) =>
    blackouts
      .filter(({ participantId }) => participantId && known.get(id)?.ids.includes(participantId))
      .map((blackout) => ({ ...blackout, participantId: id })),
  ),
]

export const blackoutDays = async (
  db: Queryable,
  days: { from: string; to: string },
): Promise<BlackoutDays[]> =>
  (await listBlackouts(db, days)).map(({ from, to, why, participant }) => ({
    ...{ from, to, why },
    ...(participant ? { participantId: participant.id } : {}),
  }))

const noSuchHold = () => new Refusal('notFound', 'There is no hold with this id: it may have expired.')

function refusePast({ startsAt }: Slot, now: Date) {
  if (Date.parse(startsAt) <= now.getTime()) throw new Refusal('invalid', 'startsAt must be in the future.')
}

const asHold = ({ id, caseId, participants, slot, expiresAt }: StoredHold): Hold => ({
  id,
  participants,
  slot,
  ...(caseId === null ? {} : { caseId }),
  expiresAt: expiresAt.toISOString(),
})

export function zoneAmong(participants: readonly Participant[], profile: Profile): string {
  const zone = participants
    .map((participant) => timeZoneOf(participant, profile))
    .find((found) => found !== undefined)
  if (zone === undefined)
    throw new Refusal('invalid', 'timeZone must be given where no location or room takes part.')
  return zone
}

/** What the calendars of those who take part say, as far as a span goes, but for a session itself. */
export async function calendarsOf(
  db: Queryable,
  participants: readonly NamedParticipant[],
  within: Span,
  { now, profile, except, known }: { now: Date; profile: Profile; except?: string; known: Others },
): Promise<Calendar[]> {
  const ids = [...new Set(participants.flatMap(({ id }) => idsBy(id, known)))]
  const [entries, bookings, told] = await Promise.all([
    listEntries(db, ids, daysAround(within)),
    listBookings(db, keysOf(participants, known), within, now),
    listTold(db, ids, within),
  ])
  const entriesOf = Map.groupBy(entries, ({ participant: { id } }) => id)
  const bookingsOf = Map.groupBy(bookings, ({ participant: key }) => key)
  const toldOf = Map.groupBy(told, ({ participantId }) => participantId)
  return participants.map((participant): Calendar => {
    const all = idsBy(participant.id, known)
    const own = all.flatMap((id) => entriesOf.get(id) ?? [])
    const spans = (effect: 'free' | 'busy') =>
      own.filter((one) => one.effect === effect).flatMap((one) => spansOf(one, within))
    const booked = keysOf([participant], known).flatMap((key) => bookingsOf.get(key) ?? [])
    const zone = timeZoneOf(participant, profile) ?? (entriesOf.get(participant.id) ?? own).at(-1)?.timeZone
    return {
      participant,
      ...(own.some(({ effect }) => effect === 'free') ? { free: spans('free') } : {}),
      busy: [...spans('busy'), ...all.flatMap((id) => toldOf.get(id) ?? [])],
      booked: booked.filter(({ sessionId }) => except === undefined || sessionId !== except),
      ...(zone === undefined ? {} : { timeZone: zone }),
    }
  })
}

/** A day more on either side: what the clock shows there is another day elsewhere. */
const daysAround = ({ from, to }: Span) => ({
  from: dayAfter(dayIn(new Date(from), 'UTC'), -1),
  to: dayAfter(dayIn(new Date(to), 'UTC')),
})

/** Who of them is taken at that time; somebody else may have been faster, and be gone again by now. */
export async function takenRefusal(
  db: Queryable,
  participants: readonly NamedParticipant[],
  slot: Slot,
  { now, except }: { now: Date; except?: string },
): Promise<Refusal> {
  const known = await alsoKnown(db, idsOf(participants), dayOf(now))
  const bookings = (await listBookings(db, keysOf(participants, known), spanOf(slot), now)).filter(
    ({ sessionId }) => except === undefined || sessionId !== except,
  )
  const taken = participants.filter((one) =>
    bookings.some(({ participant }) => keysOf([one], known).includes(participant)),
  )
  const who = taken.map(({ name }) => name).join(', ')
  return new Refusal(
    'conflict',
    who === '' ? 'Somebody else was faster: search again.' : `That time is taken for ${who}: search again.`,
  )
}
