import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'

export function dashboardsOver({ call }: Calls) {
  return {
    /**
     * List the dashboards that are shown to your roles.
     *
     * @example
     * ```ts
     * for (const { title, savedAt, roles } of await client.dashboards.list()) console.log(title, savedAt, roles)
     * ```
     */
    list: (options?: CallOptions) => call('listDashboards', {}, options),

    /**
     * Get a dashboard with its Vega-Lite specification. Fetch the reports that it names with `reports.get`.
     *
     * @example
     * ```ts
     * for (const { id } of await client.dashboards.list()) {
     *   const { spec, reports } = await client.dashboards.get(id)
     *   console.log(spec, reports)
     * }
     * ```
     */
    get: (dashboardId: string, options?: CallOptions) => call('getDashboard', { dashboardId }, options),

    /**
     * Say which roles see a dashboard; for administrators.
     *
     * @example
     * ```ts
     * for (const { id, suggestedRoles, version } of await client.dashboards.list())
     *   await client.dashboards.setRoles(id, suggestedRoles, { ifMatch: version })
     * ```
     */
    setRoles: (dashboardId: string, roles: string[], options?: WriteOptions) =>
      call('setDashboardRoles', { dashboardId, body: { roles } }, options),

    /**
     * Delete a dashboard; for administrators.
     *
     * @example
     * ```ts
     * for (const { id, roles } of await client.dashboards.list())
     *   if (roles.length === 0) await client.dashboards.remove(id)
     * ```
     */
    remove: (dashboardId: string, options?: WriteOptions) =>
      call('removeDashboard', { dashboardId }, options),
  }
}

/** Reports that a reporting tool has pushed back. */
export type Dashboards = ReturnType<typeof dashboardsOver>
