import Type, { type Static } from 'typebox'
import { shownTo } from './audience.ts'
import { Destination } from './events/deliveries.ts'
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

export const Session = shownTo(
  'party',
  Type.Object({
    id: Type.String(),
    kind: SessionKind,
    status: Type.Union([Type.Literal('requested'), Type.Literal('scheduled'), ...SessionOutcome.anyOf]),
    slot: Type.Optional(Slot),
    why: Type.Optional(Type.String()),
    requestedAt: Timestamp,
    changedAt: Timestamp,
  }),
  { staff: ['why'] },
)
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

const Channel = Type.String({ minLength: 1, maxLength: 60, examples: ['mail'] })
const Tracking = Type.String({ minLength: 1, maxLength: 200 })
const recordedAt = { ...Timestamp, description: 'When it was recorded here' }

export const Delivery = Type.Object({
  id: Type.String(),
  workProductId: Type.String(),
  partyId: Type.String(),
  status: Type.Union(
    [Type.Literal('owed'), Type.Literal('receipted'), Type.Literal('failed'), Type.Literal('withdrawn')],
    {
      description: 'By what was recorded last: a failure after a receipt makes it owed anew, as `failed`',
      examples: ['receipted'],
    },
  ),
  channel: Type.Optional({ ...Channel, description: 'Of the last receipt' }),
  sentAt: Type.Optional({ ...Timestamp, description: 'Of the last receipt' }),
  tracking: Type.Optional({ ...Tracking, description: 'Of the last receipt' }),
  why: Type.Optional(Type.String({ description: 'Why it failed or was withdrawn, where that came last' })),
  receipts: Type.Array(
    Type.Object({
      channel: Channel,
      destination: Type.Optional(Destination),
      sentAt: Timestamp,
      tracking: Type.Optional(Tracking),
      recordedAt,
    }),
    { description: 'Every receipt, in the order they were recorded' },
  ),
  failures: Type.Array(
    Type.Object({
      why: Type.String(),
      channel: Type.Optional(Channel),
      destination: Type.Optional(Destination),
      failedAt: Type.Optional(Timestamp),
      recordedAt,
    }),
    { description: 'Every failure and bounce, in the order they were recorded' },
  ),
  changedAt: Timestamp,
})
export type Delivery = Static<typeof Delivery>
export const DeliveryDetail = Type.Object({ delivery: Delivery })
export const DeliveryList = Type.Object({ deliveries: Type.Array(Delivery) })

export const Receipt = Type.Object(
  {
    channel: Channel,
    destination: Type.Optional(Destination),
    sentAt: Timestamp,
    tracking: Type.Optional(Tracking),
  },
  { ...strict, description: 'The same receipt sent again changes nothing' },
)
export type Receipt = Static<typeof Receipt>

export const DeliveryFailure = Type.Object(
  {
    why: Why,
    channel: Type.Optional({ ...Channel, description: 'Of what failed or came back' }),
    destination: Type.Optional(Destination),
    failedAt: Type.Optional({
      ...Timestamp,
      description:
        'When it failed or came back. With it, a repeat is known as one even after a newer receipt',
    }),
  },
  { ...strict, examples: [{ why: 'The mail came back.' }] },
)
export type DeliveryFailure = Static<typeof DeliveryFailure>

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
