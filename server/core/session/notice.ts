import type { Profile } from '@portico/contract/profile'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { Refusal } from '../kernel/decider.ts'
import { daysLaterIn } from '../time/days-in-zone.ts'

type Levers = Pick<Profile, 'sessions'>
type Now = { profile: Levers; now: Date }

/** A session that is to be at a slot, and where and how it was to be held before. */
type Placing = { slot: Slot; kind: SessionKind; from?: Slot | undefined; fromKind?: SessionKind | undefined }

/** How many days before a session of a kind those who take part are told; of one whose kind is not known, the most. */
export function noticeDaysOf({ sessions: { noticeDays = {} } }: Levers, kind: SessionKind | undefined) {
  return kind === undefined ? Math.max(0, ...Object.values(noticeDays)) : (noticeDays[kind] ?? 0)
}

/** The earliest time at which a session that is placed now can be, by the calendar where it is held. */
export const noticeEnds = (
  profile: Levers,
  kind: SessionKind | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
): Date => daysLaterIn(now, noticeDaysOf(profile, kind), timeZone)

/**
 * Why those who take part would have to agree: nothing is placed within its notice, or moved to an earlier time, without
 * them. At the time that they know, only a kind that needs more notice needs it anew.
 */
export function whyConsent(
  { slot, kind, from, fromKind = kind }: Placing,
  { profile, now }: Now,
): string | undefined {
  const startsAt = Date.parse(slot.startsAt)
  const before = from && Date.parse(from.startsAt)
  if (before !== undefined && startsAt < before) return 'The session would be earlier than it was'
  const isAsTold = startsAt === before && noticeDaysOf(profile, kind) <= noticeDaysOf(profile, fromKind)
  return isAsTold ? undefined : whyTooSoon(slot, kind, { profile, now })
}

export function refuseShortNotice(placing: Placing, at: Now): void {
  const why = whyConsent(placing, at)
  if (why === undefined) return
  throw new Refusal('stateForbids', `${why}: say as consent who has agreed to that, or choose a later time.`)
}

/** A time that is held within the notice is held while they are asked. */
export function refuseHoldTooSoon(slot: Slot, kind: SessionKind | undefined, at: Now): void {
  const why = whyTooSoon(slot, kind, at)
  if (why === undefined) return
  throw new Refusal(
    'stateForbids',
    `${why}: choose a later time, or hold it with withinNotice while you ask for consent.`,
  )
}

function whyTooSoon({ startsAt, timeZone }: Slot, kind: SessionKind | undefined, { profile, now }: Now) {
  if (Date.parse(startsAt) >= noticeEnds(profile, kind, { now, timeZone }).getTime()) return undefined
  const days = noticeDaysOf(profile, kind)
  return `The session would be within its notice of ${days} ${days === 1 ? 'day' : 'days'}`
}
