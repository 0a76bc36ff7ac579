import { shownTo } from './audience.ts'
import { Obligation } from './boundary.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Destination = nonEmpty(500, {
  description: 'Where it was sent: an address, a mailbox or a portal',
  examples: ['12 Elm Street, Springfield'],
})

const Why = nonBlank(2000, { examples: ['Returned to sender: no such address.'] })
const Channel = nonEmpty(60, { examples: ['mail'] })
const Tracking = nonEmpty(200, { examples: ['9400 1000 0000 0000 0000 00'] })
const recordedAt = { ...Timestamp, description: 'When it was recorded in Portico' }

const binding = Type.Optional(
  Type.String({
    description: 'The port and the binding that reported it; absent if a person or an account did',
    examples: ['output/main'],
  }),
)

export const Delivery = Type.Object({
  id: Type.String(),
  workProductId: Type.String(),
  partyId: Type.String(),
  status: oneOf(['owed', 'receipted', 'failed', 'withdrawn'], {
    description:
      'Reflects the latest record. A failure after a receipt sets it to `failed`, and the delivery is owed again',
    examples: ['receipted'],
  }),
  channel: Type.Optional({ ...Channel, description: 'From the latest receipt' }),
  sentAt: Type.Optional({ ...Timestamp, description: 'From the latest receipt' }),
  tracking: Type.Optional({ ...Tracking, description: 'From the latest receipt' }),
  why: Type.Optional(
    Type.String({ description: 'Why the delivery failed or was withdrawn, if that is its latest status' }),
  ),
  receipts: Type.Array(
    Type.Object({
      channel: Channel,
      destination: Type.Optional(Destination),
      sentAt: Timestamp,
      tracking: Type.Optional(Tracking),
      binding,
      recordedAt,
    }),
    { description: 'All receipts, in the order recorded' },
  ),
  failures: Type.Array(
    Type.Object({
      why: Type.String(),
      channel: Type.Optional(Channel),
      destination: Type.Optional(Destination),
      failedAt: Type.Optional(Timestamp),
      binding,
      recordedAt,
    }),
    { description: 'All failures and bounces, in the order recorded' },
  ),
  changedAt: Timestamp,
})
export type Delivery = Static<typeof Delivery>
export const DeliveryDetail = Type.Object({ delivery: Delivery })
export const DeliveryList = Type.Object({
  deliveries: Type.Array(Delivery),
  obligations: Type.Optional(
    Type.Array(Obligation, {
      description:
        'What the case owes to other systems and what became of it, most recent first: the last 200 entries of the ledger. Only for those who record deliveries or operate',
    }),
  ),
})

export const Receipt = Type.Object(
  {
    channel: Channel,
    destination: Type.Optional(Destination),
    sentAt: Timestamp,
    tracking: Type.Optional(Tracking),
  },
  { ...strict, description: 'Sending the same receipt again has no effect' },
)
export type Receipt = Static<typeof Receipt>

export const DeliveryFailure = Type.Object(
  {
    why: Why,
    channel: Type.Optional({ ...Channel, description: 'The channel that failed' }),
    destination: Type.Optional(Destination),
    failedAt: Type.Optional({
      ...Timestamp,
      description:
        'When it failed or bounced. If set, a duplicate report is recognised even after a newer receipt',
    }),
  },
  { ...strict, examples: [{ why: 'Returned to sender: no such address.' }] },
)
export type DeliveryFailure = Static<typeof DeliveryFailure>

const ofDelivery = Type.Object({ ...ofCase.properties, deliveryId: Type.String() })

export const tag = 'Release'

export const routes = {
  listDeliveries: {
    method: 'GET',
    path: '/cases/{id}/deliveries',
    audience: 'integration',
    needs: 'readTasks',
    trace: 'standing',
    summary: 'List the deliveries of a case, their status, and what became of them at each binding',
    params: ofCase,
    answers: { 200: json('The deliveries', DeliveryList) },
    sdk: [
      {
        call: 'client.deliveries.list',
        returns: 'deliveries',
        about: 'List the deliveries of a case.',
        example: sample`
          const deliveries = await client.deliveries.list(caseId)
          console.log(deliveries.filter(({ status }) => status === 'owed').map(({ partyId }) => partyId))
        `,
      },
      {
        call: 'client.deliveries.ledger',
        isByHand: true,
        about:
          'List what a case owes to other systems and what became of it, most recent first. Empty for those who neither record deliveries nor operate.',
        example: sample`
          const owed = await client.deliveries.ledger(caseId)
          console.log(owed.map(({ port, binding, status, attempts }) => \`\${port}/\${binding}: \${status} (\${attempts})\`))
        `,
      },
    ],
  },
  receiptDelivery: {
    method: 'PUT',
    path: '/cases/{id}/deliveries/{deliveryId}/receipt',
    audience: 'integration',
    needs: 'recordDeliveries',
    trace: 'change',
    summary: 'Record a receipt for a delivery',
    params: ofDelivery,
    body: Receipt,
    answers: { 200: json('The delivery', DeliveryDetail) },
    servedBy: { call: ['deliveries.receipt', 'request', 'id', 'deliveryId', 'body'] },
    sdk: {
      call: 'client.deliveries.receipt',
      takes: ['receipt'],
      about: 'Record how a decision was sent. Repeating a receipt changes nothing.',
      example: sample`
        const sentAt = new Date().toISOString()
        for (const { id } of await client.deliveries.list(caseId)) {
          await client.deliveries.receipt(caseId, id, { channel: 'mail', sentAt, tracking: '9400 1000' })
        }
      `,
    },
  },
  failDelivery: {
    method: 'PUT',
    path: '/cases/{id}/deliveries/{deliveryId}/failure',
    audience: 'integration',
    needs: 'recordDeliveries',
    trace: 'change',
    summary: 'Report a failed or bounced delivery: it is owed again, and a task is opened for it',
    description:
      'If a binding delivered it, its entry in the ledger fails too, and can be redriven. If several did, `channel` and `destination` must say which.',
    params: ofDelivery,
    body: DeliveryFailure,
    answers: { 200: json('The delivery', DeliveryDetail) },
    servedBy: { call: ['deliveries.fail', 'request', 'id', 'deliveryId', 'body'] },
    sdk: {
      call: 'client.deliveries.fail',
      isByHand: true,
      about:
        'Record that a decision was not delivered or was returned. It is owed again, and a task is opened.',
      example: sample`
        const failedAt = new Date().toISOString()
        for (const { id } of await client.deliveries.list(caseId)) {
          await client.deliveries.fail(caseId, id, { why: 'Nobody lives there any more.', channel: 'mail', failedAt })
        }
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = { deliveryId: Type.String(), workProductId: Type.String(), partyId: Type.String() }
const atBinding = {
  obligationId: Type.String({ description: 'The entry of the ledger, `GET /deliveries`' }),
  port: Type.String({ examples: ['output'] }),
  binding: Type.String({ examples: ['main'] }),
  call: Type.String({ examples: ['deliver'] }),
}

export const events = {
  'delivery.owed': shownTo('integration', Type.Object(of)),
  'delivery.receipted': shownTo(
    'integration',
    Type.Object({
      ...of,
      channel: Type.String({ description: 'How it was sent', examples: ['mail'] }),
      destination: Type.Optional(Destination),
      sentAt: Timestamp,
      tracking: Type.Optional(Type.String()),
      obligationId: Type.Optional({
        ...atBinding.obligationId,
        description: 'The entry of the ledger that was settled by it, if a binding reported it',
      }),
    }),
    { staff: ['destination'] },
  ),
  'delivery.failed': shownTo(
    'integration',
    Type.Object({
      deliveryId: of.deliveryId,
      workProductId: Type.Optional({
        ...of.workProductId,
        description: 'Set if a decision was to be delivered',
      }),
      partyId: Type.Optional(of.partyId),
      ...Type.Partial(Type.Object(atBinding)).properties,
      about: Type.Optional(
        Type.String({ description: 'The subject of the event that obliged to it, unless it is a delivery' }),
      ),
      why: Type.String(),
      channel: Type.Optional(Type.String()),
      destination: Type.Optional(Destination),
      failedAt: Type.Optional(Timestamp),
    }),
    { staff: ['destination'] },
  ),
  'delivery.redriven': shownTo(
    'integration',
    Type.Object({ ...atBinding, why: Type.Optional(Type.String()) }),
  ),
  'delivery.dropped': shownTo('integration', Type.Object({ ...atBinding, why: Type.String() })),
  'delivery.withdrawn': shownTo('integration', Type.Object({ ...of, why: Type.String() })),
}
