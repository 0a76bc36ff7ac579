import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { CaseState } from '@portico/contract/cases'
import type { BindingConfig } from '@portico/contract/ports/config'
import { signedHeaders, verifiedMessage } from '@portico/contract/ports/signature'
import { startRegistry } from '../../test/cloudevents-registry.ts'
import { until } from '../../test/until.ts'
import { startWorld } from '../../test/world.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const binding = { secret: { env: 'SWAP_SECRET' }, sources: ['registry'], privateAddresses: true }

describe('case & status, bound to one thing after the other by configuration alone', () => {
  const posted: { call: string; status: string }[] = []
  let server: Server
  before(async () => {
    server = createServer(async (request, response) => {
      const body = await text(request)
      if (!verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() }))
        return response.writeHead(401).end()
      const call = request.url?.slice(1) ?? ''
      if (call === 'capabilities')
        return response.end(JSON.stringify({ port: 'case-status', spec: 1, supports: ['upstream'] }))
      posted.push({ call, status: JSON.parse(body).input.status })
      response.end(JSON.stringify({ output: {} }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(() => server.close())

  /** The same work under any configuration: a case is opened and put on the docket. */
  async function docket(config?: BindingConfig) {
    const world = await startWorld({ SWAP_SECRET: secret }, config && { ports: { 'case-status': config } })
    const veteran = { firstName: 'Maria', lastName: 'Lindqvist' }
    const opened = await world.admin('POST', '/cases', { body: { veteran, receiptDate: '2026-10-30' } })
    const { id } = (opened.json as { case: { id: string } }).case
    const docketed = await world.admin('POST', `/cases/${id}/docket`, { body: { docket: 'directReview' } })
    assert.ok(docketed.status < 300, docketed.text)
    const report = async (name: string, fact: object) => {
      const body = JSON.stringify(fact)
      const headers = { 'content-type': 'application/json', ...signedHeaders(name, new Date(), body, secret) }
      const url = `${world.baseUrl}/ports/case-status/main/inbound/${name}`
      return (await fetch(url, { method: 'POST', body, headers })).status
    }
    const of = { source: 'registry', externalId: 'R-1' }
    const submit = () =>
      report('caseSubmitted', {
        ...of,
        at: '2026-11-02T09:00:00.000Z',
        caseType: 'appeal',
        veteran,
        receiptDate: '2026-10-30',
      })
    const submitted = () =>
      until(async () => {
        const { json } = await world.admin('GET', '/cases?source=registry&externalId=R-1')
        return (json as { cases: { id: string }[] }).cases[0]?.id
      })
    return { world, id, submit, submitted }
  }

  it('nothing is configured: state and events are there to be polled', async () => {
    const { world, id, submit } = await docket()
    const read = async (place: string) => (await world.admin('GET', `/cases/${id}${place}`)).json
    assert.equal(((await read('/state')) as CaseState).status, 'onDocket')
    const { events } = (await read('/events?types=case.opened,case.stateChanged')) as {
      events: { type: string; data: { to?: string } }[]
    }
    assert.equal(events[0]?.type, 'case.opened')
    assert.equal(events.at(-1)?.data.to, 'onDocket')
    assert.equal(await submit(), 401)
    await world.close()
  })

  it('a service of your own', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { world, submit, submitted } = await docket({ ...binding, adapter: 'http', url })
    await until(() => posted.some(({ status }) => status === 'onDocket'))
    assert.deepEqual(posted[0], { call: 'announceCreated', status: 'preDocketed' })
    assert.equal(await submit(), 202)
    await submitted()
    await world.close()
  })

  it('CloudEvents', async () => {
    const registry = await startRegistry(secret)
    const { url, events } = registry
    const statuses = { onDocket: 'ACTIVE' }
    const { world, id, submit, submitted } = await docket({
      ...binding,
      adapter: 'cloudevents',
      url,
      statuses,
    })
    await until(() => events.some(({ data }) => data?.status === 'ACTIVE'))
    assert.equal(events[0]?.type, 'org.portico.case.created')
    assert.ok(events.every(({ subject }) => subject === id))
    assert.equal(await submit(), 202)
    await submitted()
    await world.close()
    await registry.close()
  })
})
