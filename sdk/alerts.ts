import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { Subscriptions } from './types.ts'

export function alertsOver({ call, list }: Calls) {
  return {
    /**
     * List your alerts, newest first. New ones are announced by `cases.watchChanges`.
     *
     * @example
     * ```ts
     * const { alerts, unread } = await client.alerts.list({ limit: 20 }).page()
     * console.log(unread)
     * for (const { subject, path, readAt } of alerts) console.log(readAt ? ' ' : '*', subject, path)
     * ```
     */
    list: (options?: QueryOf<'listAlerts'> & CallOptions) => list('listAlerts', {}, options),

    /**
     * Mark one of your alerts as read, or as unread.
     *
     * @example
     * ```ts
     * for await (const { id } of client.alerts.list({ unread: true })) await client.alerts.mark(id)
     * ```
     */
    mark: (alertId: string, read = true, options?: WriteOptions) =>
      call('markAlert', { alertId, body: { read } }, options),

    /**
     * Mark all your alerts as read, or all up to one of them. Resolves to the number that is still unread.
     *
     * @example
     * ```ts
     * const unread = await client.alerts.markAll()
     * console.log(unread)
     * ```
     */
    markAll: (upTo?: string, options?: WriteOptions) =>
      call('markAlerts', { body: upTo === undefined ? {} : { upTo } }, options),

    /**
     * Get your notification settings, and what you can choose.
     *
     * @example
     * ```ts
     * const { subscriptions, choices } = await client.alerts.subscriptions()
     * console.log(subscriptions.timeZone, choices.map(({ label }) => label))
     * ```
     */
    subscriptions: (options?: CallOptions) => call('getSubscriptions', {}, options),

    /**
     * Replace how you want to be notified. With `ifMatch`, fails with `conflict` if you have saved elsewhere meanwhile.
     *
     * @example
     * ```ts
     * const { version } = await client.alerts.subscriptions()
     * const digest = { at: '07:30' }
     * const optOuts = [{ notification: 'taskAssigned', channels: ['email' as const] }]
     * await client.alerts.subscribe({ timeZone: 'America/Los_Angeles', digest, optOuts }, { ifMatch: version })
     * ```
     */
    subscribe: (subscriptions: Subscriptions, options?: WriteOptions) =>
      call('setSubscriptions', { body: subscriptions }, options),
  }
}

/** What you were told, and how you want to be told. */
export type Alerts = ReturnType<typeof alertsOver>
