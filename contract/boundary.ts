import { afterId, limit, next } from './paging.ts'
import { mostTextFactBytes } from './ports/fact-sizes.ts'
import { bytes, done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { commaSeparated, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const port = nonEmpty(40, { examples: ['output'] })
const binding = nonEmpty(40, { examples: ['main'] })
const Why = nonBlank(2000, { examples: ['The archive was replaced.'] })

export const obligationStatuses = [
  'waiting',
  'sending',
  'accepted',
  'delivered',
  'failed',
  'dropped',
  'cancelled',
] as const

export const BindingStatus = Type.Object({
  name: binding,
  adapter: Type.String({
    description: '`none`: it is not in the configuration any more, but is still owed something',
    examples: ['http'],
  }),
  isBaseline: Type.Boolean({ description: 'The baseline of the platform itself' }),
  supports: Type.Optional(
    Type.Array(Type.String(), { description: 'Its capabilities; absent until the adapter was open once' }),
  ),
  health: oneOf(['unknown', 'healthy', 'failing', 'paused'], {
    description:
      '`failing`: it cannot be reached, or the last call failed and is not settled yet. `paused`: it failed so often that it is tried only now and then, or has asked for silence',
  }),
  waiting: Type.Integer({
    minimum: 0,
    description: 'Deliveries that wait or are being sent, and documents that are still to be fetched',
  }),
  failed: Type.Integer({ minimum: 0, description: 'Dead letters' }),
  oldest: Type.Optional({ ...Timestamp, description: 'Since when the oldest of those that wait has waited' }),
  lastSuccessAt: Type.Optional(Timestamp),
  lastFailureAt: Type.Optional(Timestamp),
  lastError: Type.Optional(Type.String({ description: 'The code and the sentence of the last failure' })),
  pausedUntil: Type.Optional(Timestamp),
})
export type BindingStatus = Static<typeof BindingStatus>

export const PortStatus = Type.Object({
  name: port,
  title: Type.String({ examples: ['Output & effectuation'] }),
  does: Type.String(),
  spec: Type.Integer({ minimum: 1 }),
  state: oneOf(['bound', 'baseline', 'notBound', 'degraded'], {
    description: '`degraded`: one of its bindings fails. `notBound`: it has no baseline yet',
  }),
  baseline: Type.Optional(
    Type.String({ description: 'What the platform does by itself while nothing is bound' }),
  ),
  bindings: Type.Array(BindingStatus),
})
export type PortStatus = Static<typeof PortStatus>
export const PortList = Type.Object({ ports: Type.Array(PortStatus) })
export const PortDetail = Type.Object({ port: PortStatus })

export const Obligation = Type.Object({
  id: Type.String({
    description: 'Also the key under which the other side is called, unless `key` is there',
  }),
  port,
  binding,
  call: Type.String({ examples: ['deliver'] }),
  caseId: Type.Optional(
    Type.String({
      description:
        'Without it, and without `eventId`, `recipient` and `error`, where you may not see the case: you can send it again or drop it all the same',
    }),
  ),
  eventId: Type.Optional(Type.String()),
  eventType: Type.String({ examples: ['delivery.owed'] }),
  recipient: Type.Optional(Type.String()),
  channel: Type.Optional(Type.String()),
  status: oneOf(obligationStatuses, {
    description:
      '`accepted`: taken by the other side, the receipt follows. `failed`: given up, a dead letter. `cancelled`: there was nothing to send any more',
  }),
  attempts: Type.Integer({ minimum: 0 }),
  createdAt: Timestamp,
  triedAt: Type.Optional({ ...Timestamp, description: 'The latest attempt' }),
  nextAttemptAt: Type.Optional(Timestamp),
  settledAt: Type.Optional(Timestamp),
  deliveredAt: Type.Optional({
    ...Timestamp,
    description: 'The latest delivery; it stays when the entry is sent again',
  }),
  errorCode: Type.Optional(Type.String({ examples: ['unavailable'] })),
  error: Type.Optional(Type.String({ description: 'What the other side said; erased with the case' })),
  key: Type.Optional(
    Type.String({
      description:
        'The key under which the other side is called, where it is not the id: the other side had taken it, and reported later that it failed',
    }),
  ),
})
export type Obligation = Static<typeof Obligation>
export const ObligationDetail = Type.Object({ delivery: Obligation })
export const ObligationPage = Type.Object({ deliveries: Type.Array(Obligation), next })

const chosen = {
  port: Type.Optional(port),
  binding: Type.Optional(binding),
  caseId: Type.Optional(nonEmpty(100)),
  from: Type.Optional({ ...Timestamp, description: 'Created at or after' }),
  to: Type.Optional({ ...Timestamp, description: 'Created before' }),
}
const ObligationsQuery = Type.Object({
  ...chosen,
  status: Type.Optional(commaSeparated('Statuses', { examples: ['failed'] })),
  after: Type.Optional(nonEmpty(30, { description: 'The `next` of the previous page' })),
  limit: limit(1000, 100),
})

export const RedriveDelivery = Type.Object({ why: Type.Optional(Why) }, strict)
export const DropDelivery = Type.Object({ why: Why }, strict)
export const RedriveDeliveries = Type.Object(
  { ...chosen, why: Type.Optional(Why) },
  {
    ...strict,
    description: 'Every dead letter that fits',
    examples: [{ port: 'output', binding: 'main' }],
  },
)
export const DropDeliveries = Type.Object(
  { ...chosen, why: Why },
  {
    ...strict,
    description: 'Every dead letter that fits',
  },
)
export const DeliveriesChanged = Type.Object({
  changed: Type.Integer({ minimum: 0 }),
  refused: Type.Integer({
    minimum: 0,
    description:
      'Left as they were: changed by somebody else meanwhile, of a purged case, or to be sent again by a binding that is not in the configuration',
  }),
})

export const Replay = Type.Object(
  {
    binding,
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Only events after this position; from the beginning if absent',
      }),
    ),
    upTo: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Only events up to this position; up to now if absent' }),
    ),
    caseId: Type.Optional(nonEmpty(100)),
    isDryRun: Type.Optional(Type.Boolean({ description: 'Only says what would be sent' })),
    hasNewKeys: Type.Optional(
      Type.Boolean({
        description:
          'Sends under new keys, so that the other side does it again; what is still to be sent is not sent twice. Otherwise what was sent before is sent under the key that it had',
      }),
    ),
    hasDropped: Type.Optional(
      Type.Boolean({ description: 'Also sends what somebody has dropped. Otherwise it stays dropped' }),
    ),
  },
  { ...strict, examples: [{ binding: 'main', isDryRun: true }] },
)
export type Replay = Static<typeof Replay>
export const Replayed = Type.Object({
  isDryRun: Type.Boolean(),
  events: Type.Integer({ minimum: 0, description: 'Events that the port hears' }),
  deliveries: Type.Integer({ minimum: 0, description: 'Deliveries that are sent, or would be' }),
  unchanged: Type.Integer({
    minimum: 0,
    description:
      'Those that stay as they are: they wait already, or are dead letters, which are redriven, or need not be sent any more',
  }),
  dropped: Type.Integer({ minimum: 0, description: 'Those that somebody has dropped, and that stay so' }),
  byCall: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
})
export type Replayed = Static<typeof Replayed>

export const InboxFact = Type.Object({
  id: Type.String(),
  port,
  binding,
  name: Type.String({ examples: ['receipt'] }),
  fact: Type.Unknown({ description: 'What was reported' }),
  receivedAt: Timestamp,
  status: oneOf(['received', 'unmatched', 'refused', 'applied', 'dropped'], {
    description: '`unmatched`: it belongs to nothing that is known yet. `refused`: the case does not take it',
  }),
  reason: Type.Optional(Type.String()),
  caseId: Type.Optional(Type.String()),
})
export const InboxPage = Type.Object({ facts: Type.Array(InboxFact), next })
export const InboxDetail = Type.Object({ fact: InboxFact })
export const MatchFact = Type.Object(
  { caseId: nonEmpty(100, { examples: ['case_01kbr2n4d0e8t6v1w3x5z7a9c2'] }) },
  strict,
)

const InboxQuery = Type.Object({
  port: Type.Optional(port),
  binding: Type.Optional(binding),
  after: afterId('fact'),
  limit: limit(200, 50),
})

export const tag = 'Boundary'

const operates = ['operate', 'administer'] as const
/** Whoever is given the task of a dead letter can act on it, on a case that they see. */
const settlesOne = { dependsOnRequest: ['recordDeliveries', ...operates] } as const
const ofDelivery = Type.Object({
  deliveryId: Type.String({ description: 'The ID of the entry of the ledger' }),
})
const ofFact = Type.Object({ factId: Type.String({ description: 'The ID of the fact' }) })

export const routes = {
  listPorts: {
    method: 'GET',
    path: '/ports',
    audience: 'integration',
    needs: operates,
    summary: 'List the ports, their bindings and how they stand',
    answers: { 200: json('The ten ports', PortList) },
    servedBy: { call: ['ports.list'] },
    sdk: {
      call: 'client.ports.list',
      about: 'List the ten ports, their bindings and how they stand.',
      example: sample`
        const ports = await client.ports.list()
        console.log(ports.filter(({ state }) => state === 'degraded').map(({ name }) => name))
      `,
    },
  },
  getPort: {
    method: 'GET',
    path: '/ports/{port}',
    audience: 'integration',
    needs: operates,
    summary: 'Get one port, its bindings and how they stand',
    params: Type.Object({ port }),
    answers: { 200: json('The port', PortDetail) },
    servedBy: { call: ['ports.find', 'port'] },
    sdk: {
      call: 'client.ports.get',
      example: sample`
        const { state, bindings } = await client.ports.get('output')
        console.log(state, bindings.map(({ name, waiting }) => \`\${name}: \${waiting}\`))
      `,
    },
  },
  replayPort: {
    method: 'POST',
    path: '/ports/{port}/replay',
    audience: 'integration',
    needs: operates,
    summary: 'Send the deliveries of a range of events to one binding again',
    params: Type.Object({ port }),
    body: Replay,
    answers: { 200: json('What is sent, or would be', Replayed) },
    sdk: {
      call: 'client.ports.replay',
      takes: ['replay'],
      about: 'Send the deliveries of a range of events to one binding again, or say what would be sent.',
      example: sample`
        for (const { name, bindings } of await client.ports.list()) {
          for (const { name: binding } of bindings) {
            const { deliveries } = await client.ports.replay(name, { binding, isDryRun: true })
            console.log(name, binding, deliveries)
          }
        }
      `,
    },
  },
  receiveFact: {
    method: 'POST',
    path: '/ports/{port}/{binding}/inbound/{event}',
    audience: 'party',
    summary: 'Report a fact through a binding; the signature is the credential',
    description:
      'Signed as Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, with the secret of the binding. Once accepted, a message is durable; sent again under the same `webhook-id`, it changes nothing. An adapter may know another signature, of the system that it connects, such as the recording callback of BigBlueButton.',
    public: true,
    isSigned: true,
    bodyLimit: mostTextFactBytes,
    params: Type.Object({ port, binding, event: Type.String({ examples: ['receipt'] }) }),
    bytes: {
      description:
        'The fact, as JSON of at most 1 MiB, or 5 MiB where it brings the text of a draft; or as the system signs it that the adapter connects',
    },
    answers: { 202: json('Accepted', Type.Object({ status: Type.Literal('accepted') })) },
    errors: [400, 401, 404, 413],
  },
  getPortFile: {
    method: 'GET',
    path: '/port-files/{grant}',
    audience: 'party',
    trace: { download: 'portFile' },
    summary: 'Download a file that a binding was given; the signature is the credential',
    public: true,
    params: Type.Object({ grant: Type.String({ examples: ['the-grant-of-the-url'] }) }),
    answers: {
      200: bytes('The bytes', 'application/octet-stream'),
      206: bytes('A range of them', 'The requested range'),
    },
    errors: [403, 404, 416],
  },
  listObligations: {
    method: 'GET',
    path: '/deliveries',
    audience: 'integration',
    needs: operates,
    summary: 'List the deliveries to other systems and their status, most recent first',
    query: ObligationsQuery,
    answers: { 200: json('A page of the ledger', ObligationPage) },
    sdk: {
      call: 'client.ledger.list',
      example: sample`
        for await (const { port, binding, call, error } of client.ledger.list({ status: ['failed'] })) {
          console.log(port, binding, call, error)
        }
      `,
    },
  },
  redriveDelivery: {
    method: 'POST',
    path: '/deliveries/{deliveryId}/redrive',
    audience: 'integration',
    needs: settlesOne,
    summary: 'Send a dead letter again',
    description:
      'It keeps its key, since the other side may have done it and its answer was lost. Only what the other side has taken, and then reported as failed, gets a new one: under the old one it would not be done again.',
    params: ofDelivery,
    body: RedriveDelivery,
    answers: { 200: json('The entry of the ledger', ObligationDetail) },
    sdk: {
      call: 'client.ledger.redrive',
      takes: ['why?'],
      about: 'Send a dead letter again, under its key.',
      example: sample`
        for await (const { id } of client.ledger.list({ status: ['failed'] })) {
          const { status } = await client.ledger.redrive(id, 'The printer is back.')
          console.log(status)
        }
      `,
    },
  },
  dropDelivery: {
    method: 'POST',
    path: '/deliveries/{deliveryId}/drop',
    audience: 'integration',
    needs: settlesOne,
    summary: 'Drop a dead letter for good',
    params: ofDelivery,
    body: DropDelivery,
    answers: { 200: json('The entry of the ledger', ObligationDetail) },
    sdk: {
      call: 'client.ledger.drop',
      takes: ['why'],
      example: sample`
        for await (const { id } of client.ledger.list({ status: ['failed'] })) {
          await client.ledger.drop(id, 'It was handed over in person.')
        }
      `,
    },
  },
  redriveDeliveries: {
    method: 'POST',
    path: '/deliveries/redrive',
    audience: 'integration',
    needs: operates,
    summary: 'Send many dead letters again',
    body: RedriveDeliveries,
    answers: { 200: json('How many', DeliveriesChanged) },
    sdk: {
      call: 'client.ledger.redriveAll',
      takes: ['chosen'],
      example: sample`
        const { changed } = await client.ledger.redriveAll({ port: 'output', binding: 'main' })
        console.log(changed)
      `,
    },
  },
  dropDeliveries: {
    method: 'POST',
    path: '/deliveries/drop',
    audience: 'integration',
    needs: operates,
    summary: 'Drop many dead letters for good',
    body: DropDeliveries,
    answers: { 200: json('How many', DeliveriesChanged) },
    sdk: {
      call: 'client.ledger.dropAll',
      takes: ['chosen'],
      example: sample`
        const { changed } = await client.ledger.dropAll({ binding: 'archive', why: 'The archive was replaced.' })
        console.log(changed)
      `,
    },
  },
  listInbox: {
    method: 'GET',
    path: '/inbox',
    audience: 'integration',
    needs: operates,
    summary: 'List reported facts that wait for somebody, oldest first',
    query: InboxQuery,
    answers: { 200: json('A page of the inbox', InboxPage) },
    sdk: {
      call: 'client.inbox.list',
      example: sample`
        for await (const { port, name, reason } of client.inbox.list()) console.log(port, name, reason)
      `,
    },
  },
  matchFact: {
    method: 'POST',
    path: '/inbox/{factId}/match',
    audience: 'integration',
    needs: operates,
    summary: 'Say which case a fact belongs to; it is applied there',
    params: ofFact,
    body: MatchFact,
    answers: { 200: json('The fact, and what became of it', InboxDetail) },
    sdk: {
      call: 'client.inbox.match',
      takes: ['caseId'],
      example: sample`
        for await (const { id } of client.inbox.list({ port: 'output' })) {
          const { status, reason } = await client.inbox.match(id, caseId)
          console.log(status, reason)
        }
      `,
    },
  },
  dropFact: {
    method: 'POST',
    path: '/inbox/{factId}/drop',
    audience: 'integration',
    needs: operates,
    summary: 'Drop a fact for good',
    params: ofFact,
    body: DropDelivery,
    answers: { 204: done },
    servedBy: { call: ['inbox.drop', 'factId', 'body.why', 'request.actor'] },
    sdk: {
      call: 'client.inbox.drop',
      takes: ['why'],
      example: sample`
        for await (const { id } of client.inbox.list({ limit: 10 })) {
          await client.inbox.drop(id, 'It is about a case of another office.')
        }
      `,
    },
  },
} as const satisfies Record<string, Row>
