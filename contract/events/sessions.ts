import Type, { type Static } from 'typebox'
import { Timestamp } from '../text.ts'

export const SessionKind = Type.Union([
  Type.Literal('inPerson'),
  Type.Literal('video'),
  Type.Literal('phone'),
  Type.Literal('virtual'),
])
export type SessionKind = Static<typeof SessionKind>

/** When and where: stored in UTC, with the zone whose clock people were told. */
export const Slot = Type.Object(
  {
    startsAt: Timestamp,
    minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
    timeZone: Type.String({ maxLength: 100, examples: ['America/New_York'] }),
    place: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  },
  { additionalProperties: false },
)
export type Slot = Static<typeof Slot>

const of = { sessionId: Type.String() }
const ofWhy = Type.Object({ ...of, why: Type.Optional(Type.String()) })

/** What happens to a session: one record from the request to its outcome, however often it is moved. */
export const sessionEvents = {
  'session.requested': Type.Object({
    ...of,
    kind: SessionKind,
    why: Type.Optional(Type.String()),
  }),
  'session.scheduled': Type.Object({ ...of, kind: SessionKind, slot: Slot }),
  'session.rescheduled': Type.Object({ ...of, kind: SessionKind, slot: Slot, from: Slot }),
  'session.held': Type.Object({
    ...ofWhy.properties,
    heldBy: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Type.String() },
        { description: 'Who held it, where that is not who tells of it' },
      ),
    ),
  }),
  'session.noShow': ofWhy,
  'session.postponed': ofWhy,
  'session.withdrawn': ofWhy,
}
