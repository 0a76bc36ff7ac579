import { path } from './path.ts'
import type { PageOptions } from './portico.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type {
  DuePage,
  LegalHold,
  LegalHoldDetail,
  LegalHoldList,
  Purge,
  Sensitivity,
  SetSensitivity,
  Tombstone,
  TombstoneDetail,
  TombstonePage,
} from './types.ts'

/** How cases are kept: who may see them, legal holds, how long they stay, and what is left of them. */
export type Custody = {
  /**
   * Says who may see a case: only members who are cleared for its sensitivity.
   *
   * @example
   * ```ts
   * const { label } = await client.custody.setSensitivity(caseId, { level: 3, why: 'Protected records.' })
   * console.log(label)
   * ```
   */
  setSensitivity(
    caseId: string,
    sensitivity: SetSensitivity,
    options?: WriteOptions,
  ): Promise<Sensitivity['sensitivity']>

  /**
   * The legal holds on a case, also those that were lifted.
   *
   * @example
   * ```ts
   * const holds = await client.custody.holds(caseId)
   * console.log(holds.filter(({ lifted }) => !lifted).map(({ why }) => why))
   * ```
   */
  holds(caseId: string, options?: CallOptions): Promise<LegalHold[]>

  /**
   * Holds a case: it is not purged until the hold is lifted.
   *
   * @example
   * ```ts
   * const { id, placedAt } = await client.custody.hold(caseId, 'Litigation is expected.')
   * console.log(id, placedAt)
   * ```
   */
  hold(caseId: string, why: string, options?: WriteOptions): Promise<LegalHold>

  /**
   * Lifts a legal hold. One that was lifted stays as it is.
   *
   * @example
   * ```ts
   * const { id } = await client.custody.hold(caseId, 'Litigation is expected.')
   * await client.custody.lift(caseId, id, 'The court has decided.')
   * ```
   */
  lift(caseId: string, holdId: string, why: string, options?: WriteOptions): Promise<void>

  /**
   * A page of closed cases whose time to be kept is over, those closed longest ago first.
   *
   * @example
   * ```ts
   * const { cases, next } = await client.custody.due({ limit: 20 })
   * for (const { docketNumber, dueAt, isHeld } of cases) console.log(docketNumber, dueAt, isHeld)
   * console.log(next)
   * ```
   */
  due(options?: PageOptions): Promise<DuePage>

  /**
   * Erases a closed case for good: its payloads, its text, its files. Before its time is over only by an `order`.
   *
   * @example
   * ```ts
   * await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
   * const { purgedAt, events } = await client.custody.purge(caseId, { order: { why: 'Order 26-117.' } })
   * console.log(purgedAt, events)
   * ```
   */
  purge(caseId: string, purge?: Purge, options?: WriteOptions): Promise<Tombstone>

  /**
   * Who purged a case, when, and by which rule.
   *
   * @example
   * ```ts
   * const { tombstones } = await client.custody.tombstones({ limit: 1 })
   * for (const { caseId: purgedId } of tombstones) {
   *   const { purgedBy, rule } = await client.custody.tombstone(purgedId)
   *   console.log(purgedBy, rule.kind)
   * }
   * ```
   */
  tombstone(caseId: string, options?: CallOptions): Promise<Tombstone>

  /**
   * A page of cases that were purged, the last first.
   *
   * @example
   * ```ts
   * const { tombstones, next } = await client.custody.tombstones()
   * for (const { docketNumber, purgedAt } of tombstones) console.log(docketNumber, purgedAt)
   * console.log(next)
   * ```
   */
  tombstones(options?: PageOptions): Promise<TombstonePage>
}

export function custodyOver(transport: Transport): Custody {
  return {
    async setSensitivity(caseId, body, options) {
      const at = path`/cases/${caseId}/sensitivity`
      return (await transport.json<Sensitivity>({ method: 'PUT', path: at, body, options })).sensitivity
    },
    async holds(caseId, options) {
      const at = path`/cases/${caseId}/legal-holds`
      return (await transport.json<LegalHoldList>({ method: 'GET', path: at, options })).holds
    },
    async hold(caseId, why, options) {
      const at = path`/cases/${caseId}/legal-holds`
      return (await transport.json<LegalHoldDetail>({ method: 'POST', path: at, body: { why }, options }))
        .hold
    },
    async lift(caseId, holdId, why, options) {
      const at = path`/cases/${caseId}/legal-holds/${holdId}/lift`
      await transport.nothing({ method: 'POST', path: at, body: { why }, options })
    },
    due: async ({ after, limit, ...options } = {}) =>
      transport.json<DuePage>({ method: 'GET', path: '/retention/due', query: { after, limit }, options }),
    async purge(caseId, body = {}, options) {
      const at = path`/cases/${caseId}/purge`
      return (await transport.json<TombstoneDetail>({ method: 'POST', path: at, body, options })).tombstone
    },
    async tombstone(caseId, options) {
      const at = path`/cases/${caseId}/tombstone`
      return (await transport.json<TombstoneDetail>({ method: 'GET', path: at, options })).tombstone
    },
    tombstones: async ({ after, limit, ...options } = {}) =>
      transport.json<TombstonePage>({ method: 'GET', path: '/tombstones', query: { after, limit }, options }),
  }
}
