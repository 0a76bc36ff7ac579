import type { Profile } from '@portico/contract/profile'
import type { NamedParticipant, Slot } from '@portico/contract/sessions'
import type { Permissions } from '../../../auth/can.ts'
import { conflictsWith } from '../../../core/session/slots.ts'
import { dayIn } from '../../../core/time/local-time.ts'
import { dayOf } from '../../../core/time/moments.ts'
import { alsoKnown } from '../../../projections/same-person.ts'
import { spanOf } from '../../../store/bookings.ts'
import type { Queryable } from '../../../store/db.ts'
import { blackoutDays, calendarsOf, ofOthers } from '../placing/slots.ts'
import { whoMayNotSit } from './participants.ts'

/** What the calendars that are kept here have against a session at a slot, as they are now, and who may not sit in it. */
export async function conflictsOf(
  db: Queryable,
  {
    caseId,
    sessionId,
    slot,
    participants,
  }: { caseId: string; sessionId: string; slot: Slot; participants: readonly NamedParticipant[] },
  { now, profile, mayRead }: { now: Date; profile: Profile; mayRead: Permissions['mayRead'] },
) {
  const span = spanOf(slot)
  const days = {
    from: dayIn(new Date(span.from), slot.timeZone),
    to: dayIn(new Date(span.to), slot.timeZone),
  }
  const ids = participants.map(({ id }) => id)
  const known = await alsoKnown(db, ids, dayOf(now))
  const [unseated, calendars, out] = await Promise.all([
    whoMayNotSit(db, participants, profile, { caseId, today: dayOf(now), mayRead }),
    calendarsOf(db, participants, span, { now, profile, except: sessionId, known }),
    blackoutDays(db, days),
  ])
  const blackouts = ofOthers(out, participants, known)
  return [
    ...unseated.map((participant) => ({
      participant,
      why: `${participant.name} may not sit as adjudicator any more.`,
    })),
    ...conflictsWith(span, { calendars, blackouts, timeZone: slot.timeZone }),
  ]
}
