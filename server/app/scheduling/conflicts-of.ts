import type { Profile } from '@portico/contract/profile'
import type { NamedParticipant, Slot } from '@portico/contract/sessions'
import { conflictsWith } from '../../core/session/slots.ts'
import { dayIn } from '../../core/time/local-time.ts'
import { spanOf } from '../../store/bookings.ts'
import type { Queryable } from '../../store/db.ts'
import { blackoutDays, calendarsOf } from './slots.ts'

/** What the calendars that are kept here have against a session at a slot, as they are now. */
export async function conflictsOf(
  db: Queryable,
  {
    sessionId,
    slot,
    participants,
  }: { sessionId: string; slot: Slot; participants: readonly NamedParticipant[] },
  { now, profile }: { now: Date; profile: Profile },
) {
  const span = spanOf(slot)
  const days = {
    from: dayIn(new Date(span.from), slot.timeZone),
    to: dayIn(new Date(span.to), slot.timeZone),
  }
  const [calendars, blackouts] = await Promise.all([
    calendarsOf(db, participants, span, { now, profile, except: sessionId }),
    blackoutDays(db, days),
  ])
  return conflictsWith(span, { calendars, blackouts, timeZone: slot.timeZone })
}
