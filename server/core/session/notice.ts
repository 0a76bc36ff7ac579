import type { Profile } from '@portico/contract/profile'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { Refusal } from '../kernel/decider.ts'
import { daysLaterIn } from '../time/days-in-zone.ts'

type SessionSettings = Pick<Profile, 'sessions'>
type ProfileAndTime = { profile: SessionSettings; now: Date }

/** A session to be scheduled or moved to `slot`, with its previous slot and kind. */
type Scheduling = {
  slot: Slot
  kind: SessionKind
  from?: Slot | undefined
  fromKind?: SessionKind | undefined
}

/** The days of notice for sessions of a kind; if the kind is unknown, the longest. */
export function noticeDaysOf(
  { sessions: { noticeDays = {} } }: SessionSettings,
  kind: SessionKind | undefined,
) {
  return kind === undefined ? Math.max(0, ...Object.values(noticeDays)) : (noticeDays[kind] ?? 0)
}

/** The earliest time for a session scheduled now, in the time zone where it is held. */
export const earliestWithNotice = (
  profile: SessionSettings,
  kind: SessionKind | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
): Date => daysLaterIn(now, noticeDaysOf(profile, kind), timeZone)

/**
 * Why participants would have to consent: they must for a session within its notice, or one moved to an earlier time. At an
 * unchanged time, only a kind that needs longer notice requires consent again.
 */
export function consentReason(
  { slot, kind, from, fromKind = kind }: Scheduling,
  { profile, now }: ProfileAndTime,
): string | undefined {
  const startsAt = Date.parse(slot.startsAt)
  const before = from && Date.parse(from.startsAt)
  if (before !== undefined && startsAt < before) return 'The session would be earlier than it was'
  const isAsAnnounced = startsAt === before && noticeDaysOf(profile, kind) <= noticeDaysOf(profile, fromKind)
  return isAsAnnounced ? undefined : noticeReason(slot, kind, { profile, now })
}

export function refuseShortNotice(placing: Scheduling, context: ProfileAndTime): void {
  const why = consentReason(placing, context)
  if (why === undefined) return
  throw new Refusal('stateForbids', `${why}: choose a later time, or name in consent who has agreed to it.`)
}

/** A hold within the notice is allowed only while participants are asked for consent. */
export function refuseHoldTooSoon(slot: Slot, kind: SessionKind | undefined, context: ProfileAndTime): void {
  const why = noticeReason(slot, kind, context)
  if (why === undefined) return
  throw new Refusal(
    'stateForbids',
    `${why}: choose a later time, or set withinNotice while you ask for consent.`,
  )
}

function noticeReason(
  { startsAt, timeZone }: Slot,
  kind: SessionKind | undefined,
  { profile, now }: ProfileAndTime,
) {
  if (Date.parse(startsAt) >= earliestWithNotice(profile, kind, { now, timeZone }).getTime()) return undefined
  const days = noticeDaysOf(profile, kind)
  return `The session would be within its notice of ${days} ${days === 1 ? 'day' : 'days'}`
}
