import { buffer } from 'node:stream/consumers'
import { obligationStatuses } from '@portico/contract/boundary'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { authorizeOnCase } from './access.ts'
import { bodyBytes } from './bytes-body.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers, Input } from './route.ts'

const mostInboundBytes = 1024 ** 2

/** The ports, what is owed to other systems, and what they report. */
export function boundaryHandlers(portico: Portico, ports: PortsDesk) {
  const { ledger, inbox } = ports

  /** Whoever operates, or works on the case; to others a delivery of a case that they do not see does not exist. */
  async function authorizeOn({ params, caller, may, authorize }: OneDelivery) {
    await authorize('recordDeliveries', 'operate', 'administer')
    if (may('operate') || may('administer')) return
    const caseId = await ledger.caseOf(params.deliveryId)
    await authorizeOnCase(portico, caller, ['recordDeliveries'], caseId).catch((error) => {
      const isUnseen = error instanceof Refusal && error.code === 'notFound'
      throw isUnseen ? new Refusal('notFound', 'There is no such delivery.') : error
    })
  }

  return {
    listPorts: async () => ({ ports: await ports.list() }),
    getPort: async ({ params }) => ({ port: await ports.find(params.port) }),
    replayPort: ({ params, body }) => ports.replay(params.port, body),

    receiveFact: async ({ params: { event: name, ...params }, request }) => {
      const body = Buffer.isBuffer(request.body)
        ? request.body
        : await buffer(bodyBytes(request, mostInboundBytes))
      await ports.receive({ ...params, name, headers: request.headers, body }).catch(async (error) => {
        if (error instanceof Refusal && error.code === 'unauthenticated')
          await request.server.countAnonymous(request)
        throw error
      })
      return { status: 'accepted' }
    },

    getPortFile: async ({ params, sendFile }) => {
      const { sha256, name, mediaType, ...given } = ports.linkedFile(params.grant)
      return sendFile({ ...(await portico.originalFile(sha256)), name, mediaType, isUnchecked: true }, given)
    },

    listObligations: ({ query: { after, limit = 100, status, ...filter } }) =>
      ledger.list({ ...filter, statuses: statusesOf(status) }, { after: cursor(after), limit }),
    redriveDelivery: async (input) => {
      await authorizeOn(input)
      const { params, body, call } = input
      return { delivery: await ledger.redrive(call(), params.deliveryId, body.why) }
    },
    dropDelivery: async (input) => {
      await authorizeOn(input)
      const { params, body, call } = input
      return { delivery: await ledger.drop(call(), params.deliveryId, body.why) }
    },
    redriveDeliveries: ({ body: { why, ...filter }, call }) => ledger.redriveAll(call(), filter, why),
    dropDeliveries: ({ body: { why, ...filter }, call }) => ledger.dropAll(call(), filter, why),

    async listInbox({ query: { limit = 50, ...read } }) {
      const found = await inbox.list({ ...read, limit: limit + 1 })
      const facts = found.slice(0, limit).map(asTold)
      return { facts, ...(found.length > limit ? { next: facts.at(-1)?.id } : {}) }
    },
    matchFact: async ({ params, body, call }) => ({
      fact: asTold(await inbox.match(params.factId, body.caseId, call().actor)),
    }),
    dropFact: ({ params, body, call }) => inbox.drop(params.factId, body.why, call().actor),
  } satisfies Partial<Handlers>
}

type OneDelivery = Pick<Input<'redriveDelivery'>, 'params' | 'caller' | 'may' | 'authorize'>
type Fact = Awaited<ReturnType<PortsDesk['inbox']['list']>>[number]

const asTold = ({ receivedAt, ...fact }: Fact) => ({ ...fact, receivedAt: receivedAt.toISOString() })

function statusesOf(given: string | undefined): string[] | undefined {
  const statuses = given?.split(',')
  const known: readonly string[] = obligationStatuses
  if (statuses?.every((one) => known.includes(one)) ?? true) return statuses
  throw new HttpRefusal(400, `status must list only ${known.join(', ')}.`)
}

function cursor(after: string | undefined): string | undefined {
  if (after === undefined || /^\d{1,15}$/.test(after)) return after
  throw new HttpRefusal(400, 'after must be the next of the previous page.')
}
