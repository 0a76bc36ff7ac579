import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Dashboard, DashboardDetail } from '@portico/contract/dashboards'
import { signedHeaders, verifiedMessage } from '@portico/contract/ports/signature'
import { conforms } from '../../test/conforms.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const spec = {
  data: { name: 'throughput' },
  mark: 'bar',
  encoding: { x: { field: 'period', type: 'ordinal' }, y: { field: 'opened', type: 'quantitative' } },
}

describe('reporting, bound by configuration alone to a service of your own', () => {
  const taken: Record<string, unknown[]> = { takeElements: [], takeStates: [], takeEvents: [] }
  let server: Server
  let world: World
  let reviewer: Http
  before(async () => {
    server = createServer(async (request, response) => {
      const body = await text(request)
      if (!verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() }))
        return response.writeHead(401).end()
      const call = request.url?.slice(1) ?? ''
      const supports = ['states', 'events', 'elements', 'dashboards']
      if (call === 'capabilities')
        return response.end(JSON.stringify({ port: 'reporting', spec: 1, supports }))
      taken[call]?.push(JSON.parse(body))
      const isDone = taken.takeEvents?.length
      const nextAt = new Date(Date.now() + (isDone ? 3_600_000 : -1000)).toISOString()
      response.end(JSON.stringify({ output: call === 'schedule' ? { nextAt } : {} }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const binding = { adapter: 'http', url, secret: { env: 'SWAP_SECRET' } }
    world = await startWorld({ SWAP_SECRET: secret }, { ports: { reporting: binding } })
    reviewer = await world.member('quinn', ['qualityReviewer'])
  })
  after(async () => {
    await world.close()
    server.close()
  })

  let count = 0
  async function push(fact: object, dashboardId = 'backlog') {
    const at = new Date().toISOString()
    const body = JSON.stringify({ dashboardId, title: 'Backlog', roles: ['adjudicator'], spec, at, ...fact })
    const id = `push-${++count}`
    const headers = { 'content-type': 'application/json', ...signedHeaders(id, new Date(), body, secret) }
    const url = `${world.baseUrl}/ports/reporting/main/inbound/dashboardSaved`
    const answer = await fetch(url, { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const listed = async (http: Http) =>
    conforms<{ dashboards: Dashboard[] }>('listDashboards', await http('GET', '/dashboards')).dashboards

  it('it is handed elements, states and events on its schedule', async () => {
    await until(() => taken.takeEvents?.length)
    assert.ok(taken.takeElements?.length && taken.takeStates?.length)
    const { json } = await world.admin('GET', '/ports/reporting')
    assert.equal((json as { port: { state: string } }).port.state, 'bound')
  })

  it('a saved report that it pushes is a dashboard for the roles that an administrator allows', async () => {
    assert.equal((await push({})).status, 202)
    const [only] = await until(async () => {
      const all = await listed(world.admin)
      return all.length > 0 && all
    })
    assert.deepEqual([only?.title, only?.roles, only?.suggestedRoles], ['Backlog', [], ['adjudicator']])
    const path = `/dashboards/${only?.id}`
    assert.deepEqual(await listed(reviewer), [])
    assert.equal((await reviewer('GET', path)).status, 404)
    const body = { roles: ['qualityReviewer'] }
    assert.equal((await reviewer('PUT', `${path}/roles`, { body })).status, 403)
    const unknown = await world.admin('PUT', `${path}/roles`, { body: { roles: ['king'] } })
    assert.deepEqual([unknown.status, /There is no role king/.test(unknown.text)], [400, true])
    const ifMatch = { headers: { 'if-match': `"${only?.version}"` } }
    conforms('setDashboardRoles', await world.admin('PUT', `${path}/roles`, { body, ...ifMatch }))
    const undone = await world.admin('PUT', `${path}/roles`, { body: { roles: [] }, ...ifMatch })
    assert.deepEqual(
      [undone.status, undone.json],
      [409, { error: 'The dashboard is at version 2, not 1: read it again.' }],
    )
    const { dashboard } = conforms<DashboardDetail>('getDashboard', await reviewer('GET', path))
    assert.deepEqual([dashboard.spec, dashboard.reports], [spec, ['throughput']])
    assert.equal((await listed(reviewer)).length, 1)
  })

  it('pushed again it is replaced, by no older one, and keeps its roles', async () => {
    await push({ title: 'Backlog, new' })
    await push({ title: 'Backlog, old', at: '2020-01-01T00:00:00.000Z' })
    await push({ title: 'Another' }, 'another')
    await until(async () => (await listed(world.admin)).length === 2)
    await until(async () => {
      const [row] = await world.service.db.rows<{ open: number }>(
        `select count(*)::int as open from inbound_facts where status = 'received'`,
      )
      return row?.open === 0
    })
    assert.deepEqual(
      (await listed(world.admin)).map(({ title, roles }) => [title, roles]),
      [
        ['Another', []],
        ['Backlog, new', ['qualityReviewer']],
      ],
    )
  })

  it('what fetches, links or is not known is refused with its path, and what names no report waits', async () => {
    const image = { ...spec, mark: { type: 'image', url: 'https://example.org/x.png' } }
    const refused = await push({ spec: image })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /spec\.mark\.url is not accepted in a dashboard\./)
    assert.match(
      (await push({ spec: { ...spec, data: { url: 'x' } } })).text,
      /spec\.data\.url is not accepted/,
    )
    assert.match(
      (await push({ spec: { ...spec, height: 'x'.repeat(300_000) } })).text,
      /at most 262144 bytes/,
    )
    assert.match((await push({ panels: [] })).text, /panels/)
    assert.equal((await push({ spec: { ...spec, data: { name: 'troughput' } } })).status, 202)
    const fact = await until(async () => {
      const { json } = await world.admin('GET', '/inbox')
      return (json as { facts: { reason?: string }[] }).facts[0]
    })
    assert.match(fact.reason ?? '', /^There is no report troughput.*Did you mean throughput\?$/)
  })

  it('an administrator deletes it', async () => {
    const [first] = await listed(world.admin)
    assert.equal((await world.admin('DELETE', `/dashboards/${first?.id}`)).status, 204)
    assert.equal((await world.admin('DELETE', `/dashboards/${first?.id}`)).status, 404)
    assert.equal((await listed(world.admin)).length, 1)
  })
})
