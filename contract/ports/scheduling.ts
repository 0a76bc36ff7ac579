import { participantKinds, sessionKind, slot } from '../sessions.ts'
import { CalendarDate, oneOf, Timestamp } from '../text.ts'
import Type from '../type.ts'
import { CaseRef, happened, id, strict, why } from './fields.ts'
import { definePort } from './kit.ts'

export { slot as Slot }

const participant = {
  id: { ...id, description: 'A member, a party or a place, as the platform knows it' },
  kind: oneOf(participantKinds),
}
export const SessionParticipant = Type.Object(
  { ...participant, name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })) },
  strict,
)

const window = { startsAt: Timestamp, endsAt: Timestamp }
export const Window = Type.Object(window)
const participants = Type.Array(SessionParticipant, { maxItems: 100 })
export const SlotConflict = Type.Object({
  participant: Type.Optional(SessionParticipant),
  why,
})

const session = {
  case: CaseRef,
  sessionId: id,
  kind: sessionKind,
  participants,
}
export const Booking = Type.Object({
  reference: Type.Optional({ ...id, description: 'What the scheduling system calls the booking' }),
})

export const scheduling = definePort({
  name: 'scheduling',
  title: 'Scheduling',
  does: 'Answers who is free when, and keeps the slots of sessions in a scheduling system.',
  spec: 1,
  many: false,
  supports: {
    suggestions: 'Suggests slots for a session that is to be placed.',
    changes: 'Reports changes of availability, and new blackouts.',
  },
  calls: {
    availability: {
      mode: 'ask',
      does: 'The windows in which each participant is free.',
      input: Type.Object({ participants, ...window }),
      output: Type.Object({
        availability: Type.Array(Type.Object({ participant: SessionParticipant, free: Type.Array(Window) })),
      }),
    },
    blackouts: {
      mode: 'ask',
      does: 'The dates on which nothing may be placed.',
      input: Type.Object({ participants, from: CalendarDate, to: CalendarDate }),
      output: Type.Object({
        blackouts: Type.Array(
          Type.Object({
            date: CalendarDate,
            participant: Type.Optional({ ...SessionParticipant, description: 'Without one, for everybody' }),
            why: Type.Optional(why),
          }),
        ),
      }),
    },
    checkSlot: {
      mode: 'ask',
      does: 'Checks a suggested slot for conflicts. An empty list means that it is clear.',
      input: Type.Object({ ...session, slot }),
      output: Type.Object({ conflicts: Type.Array(SlotConflict) }),
    },
    suggestSlots: {
      mode: 'do',
      does: 'A session was requested. Suggests slots within its window, the best first.',
      needs: 'suggestions',
      input: Type.Object({
        ...session,
        minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
        window: Window,
      }),
      output: Type.Object({ slots: Type.Array(slot, { maxItems: 100 }) }),
    },
    book: {
      mode: 'do',
      endsInConflict: true,
      does: 'A session was placed. Reserves its slot; a slot that is taken is refused as a conflict.',
      input: Type.Object({ ...session, slot }),
      output: Booking,
    },
    rebook: {
      mode: 'do',
      endsInConflict: true,
      does: 'A placed session was moved. Frees the old slot and reserves the new one, both or neither.',
      input: Type.Object({ ...session, from: slot, slot }),
      output: Booking,
    },
    release: {
      mode: 'do',
      does: 'A session was withdrawn, or postponed past its window. Frees its slot; a slot that is free stays free.',
      input: Type.Object({
        case: CaseRef,
        sessionId: id,
        slot: Type.Optional(slot),
        why: Type.Optional(why),
      }),
      output: Type.Object({}),
    },
  },
  hears: {
    'session.requested': 'suggestSlots',
    'session.scheduled': 'book',
    'session.rescheduled': 'rebook',
    'session.withdrawn': 'release',
    'session.postponed': 'release',
  },
  tells: {
    availabilityChanged: {
      does: 'The availability of a participant changed. Placed sessions that now conflict are flagged.',
      needs: 'changes',
      fact: Type.Object(
        {
          participant: SessionParticipant,
          startsAt: { ...Timestamp, description: 'The span that the windows below replace' },
          endsAt: Timestamp,
          free: Type.Array(Type.Object(window, strict), { maxItems: 1000 }),
          at: happened,
        },
        strict,
      ),
    },
    blackoutAdded: {
      does: 'A blackout was added. Sessions on that date become conflicts for a scheduler.',
      needs: 'changes',
      fact: Type.Object(
        {
          date: CalendarDate,
          participant: Type.Optional(SessionParticipant),
          why: Type.Optional(why),
          at: happened,
        },
        strict,
      ),
    },
  },
})
