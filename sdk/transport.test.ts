import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Call, LogEntry } from './request.ts'
import { callOf } from './route-call.ts'
import { failure, json, never, type Step, scriptedFetch } from './test/scripted-fetch.ts'
import { createTransport } from './transport.ts'

const read: Call = callOf('listAppeals', {})
const add: Call = callOf('addTag', { appealId: 'a', documentId: 'd', body: { text: 'x' } })
const signOut: Call = callOf('signOut', {})

function scripted(steps: Step[], { retries, timeoutMs }: { retries?: number; timeoutMs?: number } = {}) {
  const { fetch, sent } = scriptedFetch(...steps)
  const pausesMs: number[] = []
  const pause = async (ms: number) => void pausesMs.push(ms)
  const connection = { baseUrl: 'http://portico.test/base/', fetch, retries, timeoutMs }
  const transport = createTransport(connection, { token: 'token-1' }, { pause, random: () => 1 })
  return { transport, sent, pausesMs }
}

describe('transport', () => {
  it('sends the token, the version and the body under the base URL', async () => {
    const { transport, sent } = scripted([json({ tag: {} }, { status: 201 })])
    await transport.json({ ...add, query: { a: 1, b: undefined, c: 'x&y' }, options: { ifMatch: 12 } })
    const [request] = sent
    assert.equal(request?.url.href, 'http://portico.test/base/appeals/a/documents/d/tags?a=1&c=x%26y')
    assert.equal(request?.headers.get('authorization'), 'Bearer token-1')
    assert.equal(request?.headers.get('portico-version'), '2026-11-01')
    assert.equal(request?.headers.get('content-type'), 'application/json')
    assert.equal(request?.headers.get('if-match'), '"12"')
    assert.deepEqual(request?.body, { text: 'x' })
  })

  it('sends a write again with the same key, and another write with another', async () => {
    const { transport, sent } = scripted([new TypeError('reset'), failure(503), json({})])
    await transport.json(add)
    await transport.json(add)
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    assert.equal(keys.length, 4)
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/)
    assert.equal(new Set(keys.slice(0, 3)).size, 1)
    assert.notEqual(keys[3], keys[0])
  })

  it('keeps the key of the caller', async () => {
    const { transport, sent } = scripted([json({})])
    await transport.json({ ...add, options: { idempotencyKey: 'mine' } })
    assert.equal(sent[0]?.headers.get('idempotency-key'), 'mine')
  })

  it('waits longer each time, and as long as the service asks', async () => {
    const { transport, pausesMs } = scripted(
      [failure(503), new TypeError('reset'), failure(429, { 'retry-after': '3' }), json({})],
      { retries: 3 },
    )
    await transport.json(read)
    assert.deepEqual(pausesMs, [500, 1000, 3000])
  })

  it('gives up after its retries', async () => {
    const { transport, sent } = scripted([failure(503)], { retries: 2 })
    await assert.rejects(transport.json(read), { code: 'unavailable', message: 'This is 503.' })
    assert.equal(sent.length, 3)
  })

  it('retries a call as often as the call says', async () => {
    const { transport, sent } = scripted([failure(503)], { retries: 2 })
    await assert.rejects(transport.json({ ...read, options: { retries: 0 } }), { code: 'unavailable' })
    assert.equal(sent.length, 1)
    await assert.rejects(transport.json({ ...read, options: { retries: 4 } }), { code: 'unavailable' })
    assert.equal(sent.length, 6)
  })

  it('retries what came too slowly for the service', async () => {
    const { transport, sent } = scripted([failure(408), json({ tag: {} })])
    await transport.json(add)
    assert.equal(sent.length, 2)
  })

  it('tells its log of each request: the pattern of the path, never what stands in it', async () => {
    const { fetch } = scriptedFetch(
      new TypeError('reset'),
      failure(503, { 'x-request-id': 'req_1', date: 'Mon, 02 Mar 2026 15:04:05 GMT' }),
      json({}),
    )
    const entries: LogEntry[] = []
    const log = (entry: LogEntry) => {
      entries.push(entry)
      throw new Error('A log that fails is no reason for a call to fail.')
    }
    const connection = { baseUrl: 'http://portico.test', fetch, log }
    const transport = createTransport(connection, { token: 'secret-token' }, { pause: async () => {} })
    await transport.json(callOf('removeTag', { appealId: 'a', documentId: 'd', text: 'confidential' }))
    const path = '/appeals/{appealId}/documents/{documentId}/tags/{text}'
    assert.deepEqual(
      entries.map(({ ms, ...entry }) => entry),
      [
        { method: 'DELETE', path, status: undefined, attempt: 1, requestId: undefined },
        {
          ...{ method: 'DELETE', path, status: 503, attempt: 2, requestId: 'req_1' },
          date: 'Mon, 02 Mar 2026 15:04:05 GMT',
        },
        { method: 'DELETE', path, status: 200, attempt: 3, requestId: undefined },
      ],
    )
    assert.ok(entries.every(({ ms }) => Number.isInteger(ms) && ms >= 0))
    assert.doesNotMatch(JSON.stringify(entries), /confidential|secret/)
  })

  it('tells its log what its caller gave up, which says nothing of the service', async () => {
    const stop = new AbortController()
    const fetch = async () => {
      stop.abort()
      throw new DOMException('given up', 'AbortError')
    }
    const entries: LogEntry[] = []
    const connection = {
      baseUrl: 'http://portico.test',
      fetch,
      log: (entry: LogEntry) => entries.push(entry),
    }
    const transport = createTransport(connection, { token: 'a-token' }, { pause: async () => {} })
    await assert.rejects(transport.json({ ...read, options: { signal: stop.signal } }))
    assert.deepEqual(
      entries.map(({ status, isAborted }) => [status, isAborted]),
      [[undefined, true]],
    )
  })

  it('does not wait past its time limit', async () => {
    const { transport, sent, pausesMs } = scripted([failure(429, { 'retry-after': '60' })], {
      timeoutMs: 30_000,
    })
    await assert.rejects(transport.json(read), { code: 'tooManyRequests', retryAfterSeconds: 60 })
    assert.equal(sent.length, 1)
    assert.deepEqual(pausesMs, [])
  })

  for (const status of [400, 403, 404, 406, 409, 413, 415, 422, 500]) {
    it(`does not repeat what was answered with ${status}`, async () => {
      const { transport, sent } = scripted([failure(status)])
      await assert.rejects(transport.json(add), { status })
      assert.equal(sent.length, 1)
    })
  }

  it('does not repeat a POST without a key', async () => {
    const { transport, sent } = scripted([new TypeError('reset')])
    await assert.rejects(transport.json(signOut), { code: 'network' })
    assert.equal(sent.length, 1)
    assert.equal(sent[0]?.headers.get('idempotency-key'), null)
  })

  it('repeats a read whose body broke off', async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('reset')) }))
    const { transport, sent } = scripted([broken, json({ appeals: [] })])
    assert.deepEqual(await transport.json(read), { appeals: [] })
    assert.equal(sent.length, 2)
  })

  it('says so when what answers is not the service', async () => {
    const { transport, sent } = scripted([new Response('<html>Welcome to the hotel')])
    await assert.rejects(transport.json(read), { code: 'invalidAnswer', status: 200 })
    assert.equal(sent.length, 1)
  })

  it('ends at its time limit', async () => {
    const { transport } = scripted([never], { timeoutMs: 5 })
    await assert.rejects(transport.json(read), { code: 'timeout' })
    await assert.rejects(transport.json({ ...read, options: { timeoutMs: 1 } }), { code: 'timeout' })
  })

  it('ends at its time limit even where fetch ignores the signal', async () => {
    const { transport } = scripted([() => new Promise(() => {})], { timeoutMs: 5 })
    await assert.rejects(transport.json(read), { code: 'timeout' })
  })

  it('lifts the limit where it is Infinity', async () => {
    const { transport } = scripted([json({ fine: true })], { timeoutMs: Number.POSITIVE_INFINITY })
    assert.deepEqual(await transport.json(read), { fine: true })
  })

  it('ends when the caller aborts, before and during the call', async () => {
    const { transport, sent } = scripted([never])
    await assert.rejects(transport.json({ ...read, options: { signal: AbortSignal.abort('why') } }), {
      code: 'aborted',
      cause: 'why',
    })
    const controller = new AbortController()
    const call = transport.json({ ...read, options: { signal: controller.signal } })
    controller.abort()
    await assert.rejects(call, { code: 'aborted' })
    assert.equal(sent.length, 2)
  })

  it('ends a pause between retries when the caller aborts', async () => {
    const controller = new AbortController()
    const { fetch } = scriptedFetch(() => {
      queueMicrotask(() => controller.abort())
      return failure(503, { 'retry-after': '20' })
    })
    const transport = createTransport({ baseUrl: 'http://portico.test', fetch })
    await assert.rejects(transport.json({ ...read, options: { signal: controller.signal } }), {
      code: 'aborted',
    })
  })

  it('leaves nothing on the signal of the caller', async () => {
    const controller = new AbortController()
    const { signal } = controller
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1
      removeEventListener.apply(signal, args)
    }
    const { transport } = scripted([json({})])
    await transport.json({ ...read, options: { signal } })
    assert.equal(listeners, 0)
  })

  it('refuses a base URL that cannot be one', () => {
    for (const baseUrl of [
      '',
      'portico.test',
      '/api',
      'ftp://portico.test',
      'http://me:secret@portico.test',
      'http://a?b',
    ]) {
      assert.throws(() => createTransport({ baseUrl }), TypeError, baseUrl)
    }
  })
})
