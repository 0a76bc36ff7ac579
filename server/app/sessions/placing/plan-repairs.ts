import type { Profile } from '@portico/contract/profile'
import { mostPlanDays, mostRepaired, type NewSessionRepair } from '@portico/contract/session-plans'
import type { NamedParticipant, Slot } from '@portico/contract/sessions'
import type { Permissions } from '../../../auth/can.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { noticeEnds, whyConsent } from '../../../core/session/notice.ts'
import { chooseWays } from '../../../core/session/repair.ts'
import type { Calendar } from '../../../core/session/slots.ts'
import { type SessionWay, waysOut } from '../../../core/session/ways-out.ts'
import { dayAfter, dayIn, startOfDay } from '../../../core/time/local-time.ts'
import { dayOf } from '../../../core/time/moments.ts'
import { listConflicted, type SessionListRow } from '../../../projections/session-lists.ts'
import { keysOf, spanOf } from '../../../store/bookings.ts'
import type { Database } from '../../../store/db.ts'
import type { PlanItem } from '../../../store/session-plans.ts'
import { locationsOf, whoMayNotSit } from '../calendars/participants.ts'
import type { Drafted, Planning } from './drafted.ts'
import { allCalendars } from './slots.ts'

type Placed = SessionListRow & {
  slot: Slot
  participants: NamedParticipant[]
  otherRooms: NamedParticipant[]
}

/** Where those go that something has come between: the fewest people come at another time, and nobody falls behind. */
export async function draftRepairs(
  db: Database,
  asked: NewSessionRepair,
  { sight, now, profile, outside, mayRead }: Planning & { mayRead: Permissions['mayRead'] },
): Promise<Drafted> {
  if (asked.from !== undefined && asked.to !== undefined && asked.to < asked.from)
    throw new Refusal('invalid', 'to must not be before from.')
  const rows = await listConflicted(db, sight, { sessionIds: asked.sessionIds, now, limit: mostRepaired })
  const known = new Set(rows.map(({ session }) => session.id))
  const unknown = asked.sessionIds?.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new Refusal('stateForbids', `Nothing stands against the session ${unknown}: leave it out.`)
  const placed = rows.flatMap((row): Placed[] => {
    const { slot, participants } = row.session
    return slot && participants
      ? [{ ...row, slot, participants, otherRooms: otherRooms(participants, profile) }]
      : []
  })
  const daysOf = ({ slot }: Placed) => daysToMoveTo(slot, asked, { now, profile })
  const all = placed.map(daysOf)
  const from = all.map((days) => days.from).toSorted()[0]
  const to = all
    .map((days) => days.to)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) return { items: [], isBest: true }
  if (to > dayAfter(from, 366)) throw new Refusal('invalid', 'to must be at most 366 days after from.')

  const everybody = new Map(
    placed
      .flatMap(({ participants, otherRooms }) => [...participants, ...otherRooms])
      .map((one) => [`${one.kind}:${one.id}`, one]),
  )
  const within = {
    from: startOfDay(dayAfter(from, -1), 'UTC').getTime(),
    to: startOfDay(dayAfter(to, 2), 'UTC').getTime(),
  }
  const told = await allCalendars(
    db,
    [...everybody.values()],
    { within, from, to },
    { now, profile, outside },
  )
  const { calendars, blackouts, unasked } = told
  const byName = new Map(
    calendars.map((calendar) => [`${calendar.participant.kind}:${calendar.participant.id}`, calendar]),
  )
  const unseated = new Map<Placed, NamedParticipant>()
  for (const one of placed) {
    const { caseId, participants } = one
    const [gone] = await whoMayNotSit(db, participants, profile, { caseId, today: dayOf(now), mayRead })
    if (gone) unseated.set(one, gone)
  }
  const displaced = placed.map((one) => {
    const span = spanOf(one.slot)
    const calendarOf = (participant: NamedParticipant): Calendar => {
      const calendar = byName.get(`${participant.kind}:${participant.id}`) ?? {
        participant,
        busy: [],
        booked: [],
      }
      const booked = calendar.booked.filter(({ sessionId }) => sessionId !== one.session.id)
      return { ...calendar, booked }
    }
    const around = {
      ...{ timeZone: one.slot.timeZone, day: profile.sessions, blackouts, notBefore: now },
      noticeEnds: noticeEnds(profile, one.session.kind, { now, timeZone: one.slot.timeZone }),
      withinNotice: asked.withinNotice ?? false,
    }
    // Nobody is offered who may not sit any more: they have to be replaced.
    if (unseated.has(one)) return { span, ways: [] }
    const ways = waysOut({ span, participants: one.participants }, one.otherRooms, {
      ...{ ...around, ...daysOf(one), calendarOf, keysOf },
    })
    return { span, ways }
  })
  const { chosen, isBest } = chooseWays(displaced)
  const items = placed.map((one, index) => {
    const gone = unseated.get(one)
    const why = gone
      ? `${gone.name} may not sit as adjudicator any more: place it with another one.`
      : `There is no time until ${daysOf(one).to} when all are free.`
    return itemOf(one, chosen[index], { rank: index + 1, why, profile, now })
  })
  return { items, isBest, unasked }
}

/** By itself not later than its window: who is moved past it is postponed. */
function daysToMoveTo(
  { startsAt, timeZone }: Slot,
  { from, to, withinNotice }: NewSessionRepair,
  { now, profile }: { now: Date; profile: Profile },
): { from: string; to: string } {
  const { windowDays = mostPlanDays } = profile.sessions
  const day = dayIn(new Date(startsAt), timeZone)
  // Nobody is asked to come earlier without being asked whether they can.
  const [, first = day] = [dayIn(now, timeZone), withinNotice ? dayAfter(day, -mostPlanDays) : day].toSorted()
  return {
    from: from ?? first,
    to: to ?? dayAfter(day, Math.min(mostPlanDays, windowDays)),
  }
}

/** Where it has one room, the others of the same location. */
function otherRooms(participants: readonly NamedParticipant[], profile: Profile): NamedParticipant[] {
  const [room, ...more] = participants.filter(({ kind }) => kind === 'room')
  if (!room || more.length > 0) return []
  const location = locationsOf(profile).find(({ rooms = [] }) => rooms.some(({ name }) => name === room.id))
  return (location?.rooms ?? [])
    .filter(({ name }) => name !== room.id)
    .map(({ name, label }) => ({ kind: 'room', id: name, name: label }))
}

function itemOf(
  { caseId, docketNumber, session, revision, slot, participants }: Placed,
  way: SessionWay | undefined,
  { rank, why, profile, now }: { rank: number; why: string; profile: Profile; now: Date },
): PlanItem {
  const conflicts = (session.conflicts ?? []).map(({ why }) => why)
  const of = { caseId, docketNumber, sessionId: session.id, rank, kind: session.kind, revision, from: slot }
  if (!way)
    return {
      ...of,
      ...{ slot: null, participants, reasons: conflicts, peopleMoved: null, needsConsent: null },
      ...{ state: 'left', why },
    }
  const rooms = (some: readonly NamedParticipant[]) =>
    some
      .filter(({ kind }) => kind === 'room')
      .map(({ name }) => name)
      .join(', ')
  const { place, ...rest } = slot
  const kept = way.isOtherRoom || place === undefined ? rest : { ...rest, place }
  const moved = { ...kept, startsAt: new Date(way.span.from).toISOString() }
  const { kind } = session
  return {
    ...of,
    slot: moved,
    participants: [...way.participants],
    reasons: [
      ...conflicts,
      ...(way.isOtherRoom ? [`${rooms(way.participants)} instead of ${rooms(participants)}.`] : []),
      way.peopleMoved === 0
        ? 'Nobody has to come at another time.'
        : 'The nearest time when all are free, by rank.',
    ],
    peopleMoved: way.peopleMoved,
    needsConsent: whyConsent({ slot: moved, kind, from: slot, fromKind: kind }, { profile, now }) ?? null,
    state: 'proposed',
    why: null,
  }
}
