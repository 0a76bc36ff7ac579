import { shownTo } from './audience.ts'
import { done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonEmpty, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const about = {
  id: Type.String({ examples: ['dash_8f14e45fceea167a5a36dedd4b'] }),
  title: Type.String({ examples: ['Backlog'] }),
  savedAt: { ...Timestamp, description: 'When it was last pushed' },
  from: Type.String({ description: 'The binding of the port that it came from', examples: ['main'] }),
  roles: Type.Array(Type.String(), { description: 'The roles that see it' }),
  suggestedRoles: Type.Array(Type.String(), { description: 'The roles that the reporting tool had in mind' }),
  version: Type.Integer({ minimum: 1, description: 'Raised whenever somebody sets its roles' }),
}

export const Dashboard = shownTo('integration', Type.Object(about))
export type Dashboard = Static<typeof Dashboard>
export const DashboardList = Type.Object({ dashboards: Type.Array(Dashboard) })

export const DashboardDetail = Type.Object({
  dashboard: shownTo(
    'integration',
    Type.Object({
      ...about,
      reports: Type.Array(Type.String(), { description: 'The reports that it takes its data from' }),
      spec: Type.Record(Type.String(), Type.Unknown(), {
        description:
          'A Vega-Lite specification. `data.name` is the name of a report, to be fetched from `GET /reports/{name}` as the viewer',
      }),
    }),
  ),
})
export type DashboardDetail = Static<typeof DashboardDetail>

export const DashboardRoles = Type.Object(
  {
    roles: Type.Array(nonEmpty(100), {
      maxItems: 50,
      uniqueItems: true,
      description: 'Roles of the profile; with none, only administrators see it',
    }),
  },
  { ...strict, examples: [{ roles: ['adjudicator'] }] },
)

const ofDashboard = Type.Object({ id: Type.String({ description: 'The ID of the dashboard' }) })

export const tag = 'Reports'

export const routes = {
  listDashboards: {
    method: 'GET',
    path: '/dashboards',
    audience: 'integration',
    needs: 'readReports',
    summary: 'List the dashboards that are shown to your roles',
    description:
      'A reporting tool pushes them through the port. Until an administrator allows a role, only administrators see one.',
    answers: { 200: json('The dashboards', DashboardList) },
    errors: [401, 403],
    servedBy: { call: ['dashboards.list', 'caller'] },
    sdk: {
      call: 'client.dashboards.list',
      example: sample`
        for (const { title, savedAt, roles } of await client.dashboards.list()) console.log(title, savedAt, roles)
      `,
    },
  },
  getDashboard: {
    method: 'GET',
    path: '/dashboards/{id}',
    audience: 'integration',
    needs: 'readReports',
    summary: 'Get a dashboard with its specification',
    params: ofDashboard,
    answers: { 200: json('The dashboard', DashboardDetail) },
    errors: [401, 403, 404],
    servedBy: { call: ['dashboards.find', 'caller', 'id'] },
    sdk: {
      call: 'client.dashboards.get',
      about:
        'Get a dashboard with its Vega-Lite specification. Fetch the reports that it names with `reports.get`.',
      example: sample`
        for (const { id } of await client.dashboards.list()) {
          const { spec, reports } = await client.dashboards.get(id)
          console.log(spec, reports)
        }
      `,
    },
  },
  setDashboardRoles: {
    method: 'PUT',
    path: '/dashboards/{id}/roles',
    audience: 'integration',
    needs: 'administer',
    summary: 'Say which roles see a dashboard',
    description:
      'It stays so when the dashboard is pushed again. Send `If-Match` with the version you started from, in quotes, to get 409 if somebody has set them meanwhile.',
    params: ofDashboard,
    body: DashboardRoles,
    answers: { 200: json('The dashboard', DashboardDetail) },
    errors: [400, 401, 403, 404, 409, 413, 415],
    servedBy: { call: ['dashboards.setRoles', 'caller.id', 'id', 'body.roles', 'request.expectedVersion'] },
    sdk: {
      call: 'client.dashboards.setRoles',
      takes: ['roles'],
      about: 'Say which roles see a dashboard; for administrators.',
      example: sample`
        for (const { id, suggestedRoles, version } of await client.dashboards.list())
          await client.dashboards.setRoles(id, suggestedRoles, { ifMatch: version })
      `,
    },
  },
  removeDashboard: {
    method: 'DELETE',
    path: '/dashboards/{id}',
    audience: 'integration',
    needs: 'administer',
    summary: 'Delete a dashboard; pushed again, it returns without roles',
    params: ofDashboard,
    answers: { 204: done },
    errors: [401, 403, 404],
    servedBy: { call: ['dashboards.remove', 'id'] },
    sdk: {
      call: 'client.dashboards.remove',
      about: 'Delete a dashboard; for administrators.',
      example: sample`
        for (const { id, roles } of await client.dashboards.list())
          if (roles.length === 0) await client.dashboards.remove(id)
      `,
    },
  },
} as const satisfies Record<string, Row>
