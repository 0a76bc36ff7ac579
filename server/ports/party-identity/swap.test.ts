import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { CandidateList, Party } from '@portico/contract/parties'
import type { BindingConfig } from '@portico/contract/ports/config'
import { signedHeaders, verifiedMessage } from '@portico/contract/ports/signature'
import { until } from '../../test/until.ts'
import { startWorld } from '../../test/world.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const identifier = { source: 'registry', externalId: 'R-1' }
const person = { firstName: 'Maria', lastName: 'Lindqvist', birthDate: '1948-12-10' }

describe('party & identity, bound to one thing after the other by configuration alone', () => {
  const calls: string[] = []
  let server: Server
  before(async () => {
    server = createServer(async (request, response) => {
      const body = await text(request)
      if (!verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() }))
        return response.writeHead(401).end()
      const call = request.url?.slice(1) ?? ''
      const supports = ['nameSearch', 'writeBack', 'changes']
      if (call === 'capabilities')
        return response.end(JSON.stringify({ port: 'party-identity', spec: 1, supports }))
      calls.push(call)
      const asOf = '2026-03-02T15:04:05.000Z'
      const contact = { phones: ['+1 503 555 0140'] }
      const record = { identifiers: [identifier], person, contact, asOf }
      const outputs: Record<string, object> = { lookUp: { records: [record] }, resolve: { record } }
      response.end(JSON.stringify({ output: outputs[call] ?? { asOf: new Date().toISOString() } }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(() => server.close())

  /** The same work under any configuration: a party is looked up, added, and its contact details edited. */
  async function work(config?: BindingConfig) {
    const world = await startWorld({ SWAP_SECRET: secret }, config && { ports: { 'party-identity': config } })
    const path = `/cases/${world.caseId}/parties/maria`
    const get = async () => ((await world.admin('GET', path)).json as { party: Party }).party
    const write = async (contact?: Party['contact']) => {
      const record = { role: 'witness', person, aliases: [identifier], ...(contact ? { contact } : {}) }
      const { status, text } = await world.admin('POST', path, { body: record })
      assert.ok(status < 300, text)
    }
    const search = async () => {
      const found = await world.admin('POST', `/cases/${world.caseId}/party-candidates`, { body: { person } })
      return (found.json as CandidateList).candidates.map(({ from, nearness }) => [from, nearness])
    }
    const report = async (name: string, fact: object) => {
      const body = JSON.stringify(fact)
      const headers = { 'content-type': 'application/json', ...signedHeaders(name, new Date(), body, secret) }
      const url = `${world.baseUrl}/ports/party-identity/main/inbound/${name}`
      return (await fetch(url, { method: 'POST', body, headers })).status
    }
    return { world, get, write, search, report }
  }

  it('nothing is configured: the record is kept on the case, and found there', async () => {
    const { world, get, write, search, report } = await work()
    assert.deepEqual(await search(), [])
    await write()
    await write({ emails: ['maria@example.org'] })
    assert.deepEqual((await get()).contact, { emails: ['maria@example.org'] })
    assert.equal((await get()).directory, undefined)
    assert.deepEqual(await search(), [['platform', 'all']])
    assert.equal(await report('partyChanged', {}), 401)
    await world.close()
  })

  it('a service of your own', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const binding = { adapter: 'http', url, secret: { env: 'SWAP_SECRET' }, sources: ['registry'] }
    const { world, get, write, search, report } = await work(binding)
    assert.deepEqual(await search(), [['directory', 'all']])
    await write()
    await until(async () => (await get()).contact?.phones?.length === 1)
    await write({ emails: ['maria@example.org'] })
    await until(() => calls.includes('writeBack'))
    await until(async () => (await get()).directory?.contact?.emails?.length === 1)
    assert.deepEqual(await search(), [['both', 'all']])
    const at = new Date().toISOString()
    const record = { identifiers: [identifier], person: { ...person, lastName: 'Holm' }, asOf: at }
    assert.equal(await report('partyChanged', { identifier, at, record }), 202)
    await until(async () => (await get()).person?.lastName === 'Holm')
    assert.equal(await report('representationChanged', { identifier, at, change: 'revoked' }), 202)
    await world.close()
  })
})
