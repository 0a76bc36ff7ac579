import { idOfDashboard, keepDashboard, setRolesOfDashboard } from '../../store/dashboards.ts'
import type { Database } from '../../store/db.ts'

const binding = 'sandbox'

const roles = ['adjudicator', 'caseSupport', 'qualityReviewer', 'reporting']

const counted = { tickMinStep: 1, format: 'd' }
const bar = { type: 'bar', tooltip: true, cornerRadiusEnd: 2 }

/** Saved reports as a reporting tool would push them. */
export const sandboxDashboards = [
  {
    dashboardId: 'backlog',
    title: 'Backlog',
    spec: {
      hconcat: [
        {
          title: 'Median age in each step, days',
          data: { name: 'ageInStep' },
          width: 320,
          mark: bar,
          encoding: {
            y: { field: 'step', type: 'nominal', sort: '-x', title: null },
            x: { field: 'p50Days', type: 'quantitative', title: null },
          },
        },
        {
          title: 'Tasks that wait in each queue',
          data: { name: 'queueDepth' },
          width: 320,
          mark: bar,
          encoding: {
            y: { field: 'team', type: 'nominal', sort: '-x', title: null },
            x: { field: 'tasks', type: 'quantitative', title: null, axis: { tickMinStep: 1 } },
          },
        },
      ],
    },
  },
  {
    dashboardId: 'year',
    title: 'The year so far',
    spec: {
      vconcat: [
        {
          title: 'Opened and closed, by month',
          data: { name: 'throughput' },
          width: 680,
          height: 180,
          transform: [{ fold: ['opened', 'closed'], as: ['what', 'count'] }],
          mark: { type: 'line', point: true, tooltip: true },
          encoding: {
            x: { field: 'period', timeUnit: 'utcyearmonth', type: 'temporal', title: null },
            y: { field: 'count', aggregate: 'sum', type: 'quantitative', title: null, axis: counted },
            color: { field: 'what', type: 'nominal', title: null },
          },
        },
        {
          title: 'Issues decided, by disposition',
          data: { name: 'decisions' },
          width: 680,
          height: 160,
          mark: bar,
          encoding: {
            x: { field: 'period', timeUnit: 'utcyearmonth', type: 'temporal', title: null },
            y: { field: 'issues', aggregate: 'sum', type: 'quantitative', title: null, axis: counted },
            color: { field: 'disposition', type: 'nominal', title: null },
          },
        },
      ],
      resolve: { scale: { color: 'independent' } },
    },
  },
]

/** Two dashboards, for roles that somebody has allowed already; what an administrator changes or removes stays so. */
export async function ensureDashboards(db: Database, clock: () => Date): Promise<void> {
  const known = await db.rows(`select from dashboards where binding = $1 limit 1`, [binding])
  if (known.length > 0) return
  const at = clock()
  await db.transaction(async (tx) => {
    for (const { dashboardId, title, spec } of sandboxDashboards) {
      const pushed = { binding, dashboardId, title, suggestedRoles: roles, spec, toldAt: at, savedAt: at }
      await keepDashboard(tx, pushed)
      await setRolesOfDashboard(tx, idOfDashboard(binding, dashboardId), { roles, by: binding, at })
    }
  })
}
