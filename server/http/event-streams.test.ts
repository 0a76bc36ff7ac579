import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, it } from 'node:test'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'
import { createErrorHandler } from './errors.ts'
import { openEventStreams } from './event-streams.ts'

const hour = 3_600_000

/** A feed in which nothing happens: a stream of it ends only because somebody ended it. */
async function* quietFeed({ signal }: { signal: AbortSignal }) {
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
  yield* []
}

describe('an open event stream', () => {
  let app: FastifyInstance
  let now: Date
  let caller: Caller
  let refusal: Error | undefined
  let forbidden: Error | undefined
  const left = new Set<AbortController>()
  /** Done for each request before it is served. */
  let first: (request: FastifyRequest) => Promise<unknown>

  beforeEach(() => {
    now = new Date('2026-11-15T09:00:00Z')
    refusal = undefined
    forbidden = undefined
    first = async () => {}
    caller = {
      id: 'mem_1',
      username: 'ada',
      displayName: 'Ada',
      kind: 'person',
      roles: [],
      teams: [],
      clearance: 0,
      audience: 'staff',
      curates: false,
      concealed: [],
      upTo: 0,
      sessionId: 'ses_1',
      expiresAt: new Date(now.getTime() + hour),
    }
  })
  afterEach(async () => {
    for (const leaving of left) leaving.abort()
    left.clear()
    await app.close()
  })

  async function listen(heartbeatMs = 5): Promise<string> {
    const streams = openEventStreams({
      live: { watch: quietFeed, resume: async () => ({ after: 0, epoch: 7 }) },
      clock: () => now,
      heartbeatMs,
      mostPerCaller: 2,
      authenticate: async (token) => {
        assert.equal(token, 'a-token')
        if (refusal) throw refusal
        return caller
      },
    })
    app = Fastify({ forceCloseConnections: true })
    app.setErrorHandler(createErrorHandler({ isUnavailable: () => false }))
    app.decorateRequest('caller', undefined)
    app.addHook('onRequest', async (request) => {
      request.caller = caller
      await first(request)
    })
    app.get('/', (request, reply) =>
      streams.send(request, reply, {
        cursor: undefined,
        authorize: async () => {
          if (forbidden) throw forbidden
        },
      }),
    )
    return app.listen({ port: 0, host: '127.0.0.1' })
  }
  const open = (url: string, method = 'GET') => {
    const leaving = new AbortController()
    left.add(leaving)
    return fetch(url, { method, headers: { authorization: 'Bearer a-token' }, signal: leaving.signal })
  }
  async function beats(response: Response, count: number) {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (text.split('still here').length <= count) {
      const { value, done } = await reader.read()
      assert.ok(!done, `it ended after ${text}`)
      text += value
    }
    reader.releaseLock()
    return reader
  }

  it('ends when the session has ended or the member may not sign in any more', async () => {
    const response = await open(await listen())
    const body = response.text()
    refusal = new Refusal('unauthenticated', 'The session has ended.')
    assert.match(await body, /^: open/)
  })

  it('ends when the caller may not read it any more', async () => {
    const response = await open(await listen())
    forbidden = new Refusal('notFound', 'There is no case with this id.')
    assert.match(await response.text(), /^: open/)
  })

  it('ends when the token expires', async () => {
    caller = { ...caller, expiresAt: new Date(now.getTime() + 20) }
    const response = await open(await listen(hour))
    now = caller.expiresAt
    assert.match(await response.text(), /^: open/)
  })

  it('outlives a database that is away for a moment', async () => {
    refusal = new Error('Connection terminated')
    await beats(await open(await listen()), 3)
  })

  it('counts against a limit for each caller until it ends', async () => {
    const url = await listen()
    const streams = [await open(url), await open(url)]
    const third = await open(url)
    assert.equal(third.status, 429)
    assert.equal(third.headers.get('retry-after'), '60')
    refusal = new Refusal('unauthenticated', 'The session has ended.')
    await Promise.all(streams.map((stream) => stream.text()))
    assert.equal((await open(url)).status, 200)
  })

  it('is none where the caller left before it was opened', async () => {
    const url = await listen(hour)
    for (let count = 0; count < 3; count++) {
      const leaving = new AbortController()
      const served = new Promise<void>((resolve) => {
        first = async ({ raw }) => {
          leaving.abort()
          if (!raw.socket.destroyed) await once(raw.socket, 'close')
          resolve()
        }
      })
      await assert.rejects(fetch(url, { signal: leaving.signal }), { name: 'AbortError' })
      await served
    }
    first = async () => {}
    assert.equal((await open(url)).status, 200)
  })

  it('is not opened by HEAD, which gets the headers', async () => {
    const url = await listen()
    for (let count = 0; count < 3; count++) {
      const response = await open(url, 'HEAD')
      assert.equal(response.status, 200)
      assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
      assert.equal(await response.text(), '')
    }
  })
})
