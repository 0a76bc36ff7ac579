import type { Profile } from '@portico/contract/profile'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { Refusal } from '../kernel/decider.ts'
import { daysLater } from '../time/moments.ts'

type Levers = Pick<Profile, 'sessions'>

/** How many days before a session of a kind those who take part are told; of one whose kind is not known, the most. */
export function noticeDaysOf({ sessions: { noticeDays = {} } }: Levers, kind: SessionKind | undefined) {
  return kind === undefined ? Math.max(0, ...Object.values(noticeDays)) : (noticeDays[kind] ?? 0)
}

/** The earliest time at which a session that is placed now can be. */
export const noticeEnds = (profile: Levers, kind: SessionKind | undefined, now: Date): Date =>
  daysLater(now, noticeDaysOf(profile, kind))

/** Nothing is placed within its notice, or moved to an earlier time, unless they have agreed to it. */
export function refuseShortNotice(
  { slot, kind, from }: { slot: Slot; kind: SessionKind; from?: Slot | undefined },
  { profile, now }: { profile: Levers; now: Date },
): void {
  const startsAt = Date.parse(slot.startsAt)
  const before = from && Date.parse(from.startsAt)
  if (startsAt === before) return
  if (before !== undefined && startsAt < before)
    throw new Refusal(
      'stateForbids',
      'The session would be earlier than it was: say as consent who has agreed to that, or choose a later time.',
    )
  if (startsAt >= noticeEnds(profile, kind, now).getTime()) return
  const days = noticeDaysOf(profile, kind)
  throw new Refusal(
    'stateForbids',
    `The session would be within its notice of ${days} ${days === 1 ? 'day' : 'days'}: say as consent who has agreed to that, or choose a later time.`,
  )
}
