import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type Adapter, type CallContext, type Host, PortError } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import { verifiedMessage } from '@portico/contract/ports/signature'
import { httpAdapter } from './adapter.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const now = new Date()

describe('the http adapter', () => {
  let server: Server
  let url: string
  let adapter: Adapter<typeof output>
  const asked: { path: string; body: unknown; isSigned: boolean; headers: Record<string, unknown> }[] = []
  let answer: { status: number; body: unknown; headers?: Record<string, string> } = { status: 200, body: {} }
  before(async () => {
    server = createServer(async (request, response) => {
      const body = await buffer(request)
      const isSigned = verifiedMessage(request.headers, body, { secrets: [secret], now }) !== undefined
      const path = request.url ?? ''
      asked.push({ path, body: JSON.parse(body.toString()), isSigned, headers: request.headers })
      const isLearning = path.endsWith('/capabilities')
      const told = isLearning
        ? { status: 200, body: { port: 'output', spec: 1, supports: ['recall', 'unheardOf'] } }
        : answer
      const text = typeof told.body === 'string' ? told.body : JSON.stringify(told.body)
      response.writeHead(told.status, isLearning ? {} : answer.headers)
      if (answer.headers?.['content-length'] && !isLearning)
        response.write(text, () => response.socket?.end())
      else response.end(text)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/portico/`
    const host = { binding: 'main', now: () => now, fetch } as unknown as Host<typeof output>
    adapter = await httpAdapter(output).open({ url, secret }, host)
  })
  after(() => server.close())

  const context: CallContext = {
    key: 'obl_1',
    attempt: 2,
    signal: new AbortController().signal,
    open: async () => assert.fail(),
    link: async ({ sha256 }) => `https://portico.example.org/ports/files/${sha256}`,
  }
  const file = { name: 'decision.pdf', mediaType: 'application/pdf', size: 3, sha256: 'a'.repeat(64) }
  const deliver = (input: object) => adapter.calls.deliver(input as never, context)

  it('learns what the other side supports, as far as the port knows of it', () => {
    assert.deepEqual(adapter.supports, ['recall'])
    assert.deepEqual(
      [asked[0]?.path, asked[0]?.body, asked[0]?.isSigned],
      ['/portico/capabilities', {}, true],
    )
  })

  it('makes a call as a signed POST, under the key of the obligation, with URLs for files', async () => {
    const receipt = { channel: 'mail', sentAt: now.toISOString() }
    answer = { status: 200, body: { output: { receipt } } }
    assert.deepEqual(await deliver({ deliveryId: 'd', files: [file] }), { receipt })
    const last = asked.at(-1)
    assert.equal(last?.path, '/portico/deliver')
    assert.ok(last?.isSigned)
    assert.equal(last?.headers['webhook-id'], 'obl_1')
    assert.equal(last?.headers['portico-port'], 'output')
    assert.equal(last?.headers['portico-attempt'], '2')
    const link = `https://portico.example.org/ports/files/${file.sha256}`
    assert.deepEqual(last?.body, { input: { deliveryId: 'd', files: [{ ...file, url: link }] } })
  })

  it('turns an answer into the error that it means', async () => {
    const fails = async (status: number, body: unknown = {}, headers?: Record<string, string>) => {
      answer = { status, body, ...(headers ? { headers } : {}) }
      const error = await deliver({}).catch((thrown: unknown) => thrown)
      assert.ok(error instanceof PortError)
      return [error.code, error.retryable, error.retryAfterMs, error.message]
    }
    assert.deepEqual((await fails(500)).slice(0, 2), ['unavailable', true])
    assert.deepEqual(await fails(429, {}, { 'retry-after': '120' }), [
      'rateLimited',
      true,
      120_000,
      'The other side answers 429.',
    ])
    assert.deepEqual((await fails(410)).slice(0, 2), ['gone', false])
    assert.deepEqual((await fails(404)).slice(0, 2), ['notSupported', false])
    assert.deepEqual((await fails(404, { error: 'There is no such call.' })).slice(0, 2), [
      'notSupported',
      false,
    ])
    for (const page of ['<h1>Not Found</h1>', '404 page not found', '[]'])
      assert.deepEqual((await fails(404, page)).slice(0, 2), ['unavailable', true], page)
    assert.deepEqual((await fails(400, '<h1>Bad Request</h1>')).slice(0, 2), ['unavailable', true])
    assert.deepEqual((await fails(400, 'Bad address')).slice(0, 2), ['refused', false])
    assert.deepEqual((await fails(410, '<h1>Gone</h1>')).slice(0, 2), ['gone', false])
    const told = await fails(422, { error: 'No such address.', code: 'refused' })
    assert.deepEqual(told, ['refused', false, undefined, 'No such address.'])
    assert.deepEqual((await fails(422, { code: 'unheardOf' })).slice(0, 1), ['refused'])
    for (const page of ['<h1>Back soon</h1>', '', '[]', '{}', '{"output":true}'])
      assert.deepEqual((await fails(200, page)).slice(0, 2), ['unavailable', true], page)
    assert.deepEqual((await fails(204, '')).slice(0, 2), ['unavailable', true])
  })

  it('says so where the answer breaks off', async () => {
    answer = { status: 200, body: '{"output":', headers: { 'content-length': '1000' } }
    await assert.rejects(deliver({}), {
      code: 'unavailable',
      message: 'The other side broke off its answer.',
    })
    answer = { status: 200, body: {} }
  })

  it('does not ask for what the other side does not support', async () => {
    const before = asked.length
    await assert.rejects(async () => adapter.calls.effectuate?.({} as never, context), {
      code: 'notSupported',
    })
    assert.equal(asked.length, before)
  })
})
