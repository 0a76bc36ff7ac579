import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { DropDeliveries, RedriveDeliveries, Replay } from './types.ts'

export function portsOver({ call }: Calls) {
  return {
    /**
     * List the ten ports, their bindings and how they stand.
     *
     * @example
     * ```ts
     * const ports = await client.ports.list()
     * console.log(ports.filter(({ state }) => state === 'degraded').map(({ name }) => name))
     * ```
     */
    list: (options?: CallOptions) => call('listPorts', {}, options),

    /**
     * Get one port, its bindings and how they stand.
     *
     * @example
     * ```ts
     * const { state, bindings } = await client.ports.get('output')
     * console.log(state, bindings.map(({ name, waiting }) => `${name}: ${waiting}`))
     * ```
     */
    get: (port: string, options?: CallOptions) => call('getPort', { port }, options),

    /**
     * Send the deliveries of a range of events to one binding again, or say what would be sent.
     *
     * @example
     * ```ts
     * for (const { name, bindings } of await client.ports.list()) {
     *   for (const { name: binding } of bindings) {
     *     const { deliveries } = await client.ports.replay(name, { binding, isDryRun: true })
     *     console.log(name, binding, deliveries)
     *   }
     * }
     * ```
     */
    replay: (port: string, replay: Replay, options?: WriteOptions) =>
      call('replayPort', { port, body: replay }, options),
  }
}

export function ledgerOver({ call, list }: Calls) {
  return {
    /**
     * List the deliveries to other systems and their status, most recent first.
     *
     * @example
     * ```ts
     * for await (const { port, binding, call, error } of client.ledger.list({ status: ['failed'] })) {
     *   console.log(port, binding, call, error)
     * }
     * ```
     */
    list: (options?: QueryOf<'listObligations'> & CallOptions) => list('listObligations', {}, options),

    /**
     * Send a dead letter again, under its key.
     *
     * @example
     * ```ts
     * for await (const { id } of client.ledger.list({ status: ['failed'] })) {
     *   const { status } = await client.ledger.redrive(id, 'The printer is back.')
     *   console.log(status)
     * }
     * ```
     */
    redrive: (id: string, why?: string, options?: WriteOptions) =>
      call('redriveDelivery', { deliveryId: id, body: why === undefined ? {} : { why } }, options),

    /**
     * Drop a dead letter for good.
     *
     * @example
     * ```ts
     * for await (const { id } of client.ledger.list({ status: ['failed'] })) {
     *   await client.ledger.drop(id, 'It was handed over in person.')
     * }
     * ```
     */
    drop: (id: string, why: string, options?: WriteOptions) =>
      call('dropDelivery', { deliveryId: id, body: { why } }, options),

    /**
     * Send many dead letters again.
     *
     * @example
     * ```ts
     * const { changed } = await client.ledger.redriveAll({ port: 'output', binding: 'main' })
     * console.log(changed)
     * ```
     */
    redriveAll: (chosen: RedriveDeliveries, options?: WriteOptions) =>
      call('redriveDeliveries', { body: chosen }, options),

    /**
     * Drop many dead letters for good.
     *
     * @example
     * ```ts
     * const { changed } = await client.ledger.dropAll({ binding: 'archive', why: 'The archive was replaced.' })
     * console.log(changed)
     * ```
     */
    dropAll: (chosen: DropDeliveries, options?: WriteOptions) =>
      call('dropDeliveries', { body: chosen }, options),
  }
}

export function inboxOver({ call, list }: Calls) {
  return {
    /**
     * List reported facts that wait for somebody, oldest first.
     *
     * @example
     * ```ts
     * for await (const { port, name, reason } of client.inbox.list()) console.log(port, name, reason)
     * ```
     */
    list: (options?: QueryOf<'listInbox'> & CallOptions) => list('listInbox', {}, options),

    /**
     * Say which case a fact belongs to; it is applied there.
     *
     * @example
     * ```ts
     * for await (const { id } of client.inbox.list({ port: 'output' })) {
     *   const { status, reason } = await client.inbox.match(id, caseId)
     *   console.log(status, reason)
     * }
     * ```
     */
    match: (id: string, caseId: string, options?: WriteOptions) =>
      call('matchFact', { factId: id, body: { caseId } }, options),

    /**
     * Drop a fact for good.
     *
     * @example
     * ```ts
     * for await (const { id } of client.inbox.list({ limit: 10 })) {
     *   await client.inbox.drop(id, 'It is about a case of another office.')
     * }
     * ```
     */
    drop: (id: string, why: string, options?: WriteOptions) =>
      call('dropFact', { factId: id, body: { why } }, options),
  }
}

/** The ports to other systems and their bindings. */
export type Ports = ReturnType<typeof portsOver>
/** What is owed to other systems, and what became of it. */
export type Ledger = ReturnType<typeof ledgerOver>
/** What other systems have reported and nobody could use yet. */
export type InboxCalls = ReturnType<typeof inboxOver>
