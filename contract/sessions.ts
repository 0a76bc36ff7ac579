import Type, { type Static } from 'typebox'
import { SessionKind, Slot } from './events/sessions.ts'
import { Timestamp } from './text.ts'

const strict = { additionalProperties: false }
const Why = Type.String({ minLength: 1, maxLength: 2000 })

const SessionOutcome = Type.Union([
  Type.Literal('held'),
  Type.Literal('noShow'),
  Type.Literal('postponed'),
  Type.Literal('withdrawn'),
])

export const Session = Type.Object({
  id: Type.String(),
  kind: SessionKind,
  status: Type.Union([Type.Literal('requested'), Type.Literal('scheduled'), ...SessionOutcome.anyOf]),
  slot: Type.Optional(Slot),
  why: Type.Optional(Type.String()),
  requestedAt: Timestamp,
  changedAt: Timestamp,
})
export type Session = Static<typeof Session>
export const SessionDetail = Type.Object({ session: Session })
export const SessionList = Type.Object({ sessions: Type.Array(Session) })

export const NewSession = Type.Object({ kind: SessionKind, why: Type.Optional(Why) }, strict)
export const PlaceSession = Type.Object({ kind: Type.Optional(SessionKind), slot: Slot }, strict)
export const EndSession = Type.Object(
  {
    outcome: SessionOutcome,
    why: Type.Optional(Why),
    heldBy: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Who held it, by username or id: the case is kept for them when it is distributed',
      }),
    ),
  },
  { ...strict, examples: [{ outcome: 'held' }] },
)

export const Delivery = Type.Object({
  id: Type.String(),
  workProductId: Type.String(),
  partyId: Type.String(),
  status: Type.Union([
    Type.Literal('owed'),
    Type.Literal('receipted'),
    Type.Literal('failed'),
    Type.Literal('withdrawn'),
  ]),
  channel: Type.Optional(Type.String()),
  sentAt: Type.Optional(Timestamp),
  tracking: Type.Optional(Type.String()),
  why: Type.Optional(Type.String()),
  changedAt: Timestamp,
})
export type Delivery = Static<typeof Delivery>
export const DeliveryDetail = Type.Object({ delivery: Delivery })
export const DeliveryList = Type.Object({ deliveries: Type.Array(Delivery) })

export const Receipt = Type.Object(
  {
    channel: Type.String({ minLength: 1, maxLength: 60, examples: ['mail'] }),
    sentAt: Timestamp,
    tracking: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  strict,
)
export const DeliveryFailure = Type.Object({ why: Why }, strict)

export const named = {
  Delivery,
  DeliveryDetail,
  DeliveryFailure,
  DeliveryList,
  EndSession,
  NewSession,
  PlaceSession,
  Receipt,
  Session,
  SessionDetail,
  SessionList,
}
