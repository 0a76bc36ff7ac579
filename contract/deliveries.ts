import { shownTo } from './audience.ts'
import { json, ofCase, type Route, write } from './route.ts'
import { strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Destination = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Where it went: an address, a mailbox, a portal',
  examples: ['12 Elm Street, Springfield'],
})

const Why = Type.String({ minLength: 1, maxLength: 2000 })
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

const ofDelivery = Type.Object({ ...ofCase.properties, deliveryId: Type.String() })

export const routes = {
  listDeliveries: {
    method: 'GET',
    path: '/cases/{id}/deliveries',
    tag: 'Decisions',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'What decisions owe to their recipients, and what became of it',
    params: ofCase,
    answers: { 200: json('The deliveries', DeliveryList) },
    errors: [401, 403, 404],
  },
  receiptDelivery: {
    method: 'PUT',
    path: '/cases/{id}/deliveries/{deliveryId}/receipt',
    tag: 'Decisions',
    audience: 'integration',
    needs: 'recordDeliveries',
    summary: 'Record how a decision was sent; each sending has its receipt',
    params: ofDelivery,
    body: Receipt,
    answers: { 200: json('The delivery', DeliveryDetail) },
    errors: write,
  },
  failDelivery: {
    method: 'PUT',
    path: '/cases/{id}/deliveries/{deliveryId}/failure',
    tag: 'Decisions',
    audience: 'integration',
    needs: 'recordDeliveries',
    summary:
      'Record that a decision was not delivered or came back; it is owed anew, and somebody gets a task for it',
    params: ofDelivery,
    body: DeliveryFailure,
    answers: { 200: json('The delivery', DeliveryDetail) },
    errors: write,
  },
} as const satisfies Record<string, Route>

const of = { deliveryId: Type.String(), workProductId: Type.String(), partyId: Type.String() }

export const events = {
  'delivery.owed': shownTo('integration', Type.Object(of)),
  'delivery.receipted': shownTo(
    'integration',
    Type.Object({
      ...of,
      channel: Type.String({ description: 'How it went: mail, electronic', examples: ['mail'] }),
      destination: Type.Optional(Destination),
      sentAt: Timestamp,
      tracking: Type.Optional(Type.String()),
    }),
    { staff: ['destination'] },
  ),
  'delivery.failed': shownTo(
    'integration',
    Type.Object({
      ...of,
      why: Type.String(),
      channel: Type.Optional(Type.String()),
      destination: Type.Optional(Destination),
      failedAt: Type.Optional(Timestamp),
    }),
    { staff: ['destination'] },
  ),
  'delivery.withdrawn': shownTo('integration', Type.Object({ ...of, why: Type.String() })),
}
