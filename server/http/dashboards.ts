import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function dashboardHandlers({ dashboards }: Portico) {
  return {
    listDashboards: async ({ caller }) => ({ dashboards: await dashboards.list(caller) }),
    getDashboard: async ({ params, caller }) => ({ dashboard: await dashboards.find(caller, params.id) }),
    setDashboardRoles: async ({ params, body, caller, call }) => ({
      dashboard: await dashboards.setRoles(caller.id, params.id, body.roles, call().expectedVersion),
    }),
    removeDashboard: ({ params }) => dashboards.remove(params.id),
  } satisfies Partial<Handlers>
}
