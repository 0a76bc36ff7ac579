import Type, { type Static } from 'typebox'
import { shownTo } from '../audience.ts'
import { Timestamp } from '../text.ts'
import { brought } from './work.ts'

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
const SessionAlias = Type.Object({ source: Type.String(), externalId: Type.String() })
const ofWhy = Type.Object({ ...of, why: Type.Optional(Type.String()), ...brought })
const ended = shownTo('party', ofWhy, { staff: ['why', 'isBrought'] })

/** What happens to a session: one record from the request to its outcome, however often it is moved. */
export const sessionEvents = {
  'session.requested': shownTo(
    'party',
    Type.Object({
      ...of,
      kind: SessionKind,
      why: Type.Optional(Type.String()),
      alias: Type.Optional(SessionAlias),
      ...brought,
    }),
    { staff: ['why', 'isBrought'], integration: ['alias'] },
  ),
  'session.scheduled': shownTo('party', Type.Object({ ...of, kind: SessionKind, slot: Slot, ...brought }), {
    staff: ['isBrought'],
  }),
  'session.rescheduled': shownTo('party', Type.Object({ ...of, kind: SessionKind, slot: Slot, from: Slot })),
  'session.held': shownTo(
    'party',
    Type.Object({
      ...ofWhy.properties,
      heldBy: Type.Optional(
        Type.Object(
          { id: Type.String(), name: Type.String() },
          { description: 'Who held it, where that is not who tells of it' },
        ),
      ),
    }),
    { staff: ['why', 'isBrought'] },
  ),
  'session.noShow': ended,
  'session.postponed': ended,
  'session.withdrawn': ended,
}
