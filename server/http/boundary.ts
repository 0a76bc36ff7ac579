import { buffer } from 'node:stream/consumers'
import type { Action } from '@portico/contract/actions'
import { type Obligation, obligationStatuses } from '@portico/contract/boundary'
import { portNamed } from '@portico/contract/ports/all'
import { mostFactBytes } from '@portico/contract/ports/fact-sizes'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { authorizeOnCase, maySee } from './access.ts'
import type { Caller } from './authentication.ts'
import { bodyBytes, tooLarge } from './bytes-body.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers, Input } from './route.ts'

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

  /** Of a case that somebody does not see, the ledger has entries that they can act on, and nothing of the case. */
  async function shownTo(caller: Caller, deliveries: readonly Obligation[]): Promise<Obligation[]> {
    const caseIds = deliveries.flatMap(({ caseId }) => caseId ?? [])
    const seen = await portico.caseAccess.casesSeen(caseIds, caller)
    return deliveries.map((one) => (seen.has(one.caseId ?? '') ? one : withoutCase(one)))
  }

  /** Asking for a case that they do not see finds nothing, as for one that does not exist. */
  async function seenIn({ caseId }: { caseId?: string | undefined }, caller: Caller) {
    if (caseId === undefined || (await portico.caseAccess.casesSeen([caseId], caller)).has(caseId)) return {}
    return { caseId: 'case_none' }
  }

  /** Of a case that they do not see, and of what its port withholds, somebody sees whose it is at the most. */
  async function factsShown(caller: Caller, facts: readonly Fact[]) {
    const seen = await portico.caseAccess.casesSeen(
      facts.flatMap(({ caseId }) => caseId ?? []),
      caller,
    )
    const mayAll = async (caseId: string | undefined, action: Action) => {
      const access = caseId === undefined ? undefined : await portico.caseAccess.find(caseId)
      const of = access && !access.purgedAt && { id: caseId as string, ...access }
      return of
        ? portico.permissions.mayRead(caller, of) && portico.permissions.can(caller, action, { case: of })
        : false
    }
    return Promise.all(
      facts.map(async (given) => {
        const { caseId, ...others } = asTold(given)
        const fact = seen.has(caseId ?? '') ? { ...others, caseId } : others
        const withholds = portNamed(fact.port)?.withholds
        if (!withholds) return fact
        if (await mayAll(caseId, withholds.unless))
          return { ...fact, fact: members(fact.fact, (name) => !withholds.always.includes(name)) }
        const { reason: _, ...rest } = fact
        return {
          ...(caseId === undefined ? fact : rest),
          fact: members(fact.fact, (name) => withholds.shows.includes(name)),
        }
      }),
    )
  }

  return {
    replayPort: async ({ params, body, caller }) =>
      ports.replay(params.port, { ...body, ...(await seenIn(body, caller)) }),

    receiveFact: async ({ params: { event: name, ...params }, request }) => {
      const most = portNamed(params.port)?.tells[name]?.mostBytes ?? mostFactBytes
      const body = Buffer.isBuffer(request.body) ? request.body : await buffer(bodyBytes(request, most))
      if (body.length > most) throw tooLarge(most, 'A fact')
      await ports.receive({ ...params, name, headers: request.headers, body }).catch(async (error) => {
        if (error instanceof Refusal && error.code === 'unauthenticated')
          await request.server.countAnonymous(request)
        throw error
      })
      return { status: 'accepted' }
    },

    getPortFile: async ({ params, sendFile }) => {
      const { sha256, name, mediaType, ...given } = ports.linkedFile(params.grant)
      return sendFile(
        { ...(await portico.files.original(sha256)), name, mediaType, isUnchecked: true },
        given,
      )
    },

    listObligations: async ({ caller, query: { after, limit = 100, status, ...filter } }) => {
      const found = await ledger.list(
        { ...filter, statuses: statusesOf(status), ...(await seenIn(filter, caller)) },
        { after: cursor(after), limit },
      )
      return { ...found, deliveries: await shownTo(caller, found.deliveries) }
    },
    redriveDelivery: async (input) => {
      await authorizeOn(input)
      const { params, body, call } = input
      const delivery = await ledger.redrive(call(), params.deliveryId, body.why)
      return { delivery: (await shownTo(input.caller, [delivery]))[0] }
    },
    dropDelivery: async (input) => {
      await authorizeOn(input)
      const { params, body, call } = input
      const delivery = await ledger.drop(call(), params.deliveryId, body.why)
      return { delivery: (await shownTo(input.caller, [delivery]))[0] }
    },
    redriveDeliveries: async ({ body: { why, ...filter }, caller, call }) =>
      ledger.redriveAll(call(), { ...filter, ...(await seenIn(filter, caller)) }, why),
    dropDeliveries: async ({ body: { why, ...filter }, caller, call }) =>
      ledger.dropAll(call(), { ...filter, ...(await seenIn(filter, caller)) }, why),

    async listInbox({ caller, query: { limit = 50, ...read } }) {
      const found = await inbox.list({ ...read, limit: limit + 1 })
      const facts = await factsShown(caller, found.slice(0, limit))
      return { facts, ...(found.length > limit ? { next: facts.at(-1)?.id } : {}) }
    },
    matchFact: async ({ params, body, caller, call }) => {
      await inbox.refuseUnlessWaiting(params.factId)
      if (!(await maySee(portico, caller, body.caseId)))
        throw new Refusal('notFound', 'There is no case with this id.')
      const matched = await inbox.match(params.factId, body.caseId, call().actor)
      return { fact: (await factsShown(caller, [matched]))[0] }
    },
  } satisfies Partial<Handlers>
}

function withoutCase({
  caseId: _,
  eventId: __,
  recipient: ___,
  error: ____,
  ...rest
}: Obligation): Obligation {
  return rest
}

type OneDelivery = Pick<Input<'redriveDelivery'>, 'params' | 'caller' | 'may' | 'authorize'>
type Fact = Awaited<ReturnType<PortsDesk['inbox']['list']>>[number]

const members = (fact: unknown, isShown: (name: string) => boolean): unknown =>
  typeof fact === 'object' && fact !== null
    ? Object.fromEntries(Object.entries(fact).filter(([name]) => isShown(name)))
    : fact

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
