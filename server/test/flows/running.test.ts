import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startWorld, type World } from '../world.ts'

describe('running it for real', () => {
  describe('with limits, metrics and other origins set', () => {
    let world: World
    before(async () => {
      world = await startWorld({
        PORTICO_ANONYMOUS_LIMIT: '20',
        PORTICO_CALLER_LIMIT: '30',
        PORTICO_METRICS_TOKEN: 'scrape-me',
        PORTICO_ALLOWED_ORIGINS: 'https://app.example.test',
      })
    })
    after(() => world.close())

    it('another origin is let in by name, and no other', async () => {
      const preflight = (origin: string) =>
        world.anonymous('OPTIONS', '/appeals', {
          headers: {
            origin,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          },
        })
      const allowed = await preflight('https://app.example.test')
      assert.equal(allowed.status, 204)
      assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example.test')
      const other = await preflight('https://evil.example.test')
      assert.equal(other.headers.get('access-control-allow-origin'), null)
    })

    it('metrics are there for the holder of their token', async () => {
      assert.equal((await world.anonymous('GET', '/metrics')).status, 401)
      assert.equal((await world.as('wrong')('GET', '/metrics')).status, 401)
      const { status, text } = await world.as('scrape-me')('GET', '/metrics')
      assert.equal(status, 200)
      assert.match(text, /portico_http_request_duration_seconds_count\{[^}]*route="\/appeals"/)
      assert.doesNotMatch(text, new RegExp(world.caseId), 'no label holds a path that was asked for')
    })

    it('a caller past the limit is told to wait, and the health of the service still shows', async () => {
      let last = await world.admin('GET', '/appeals')
      for (let count = 0; count < 40 && last.status === 200; count++)
        last = await world.admin('GET', '/appeals')
      assert.equal(last.status, 429)
      assert.ok(Number(last.headers.get('retry-after')) >= 1)
      for (let count = 0; count < 30; count++) {
        assert.equal((await world.anonymous('GET', '/healthz')).status, 200)
      }
    })

    it('anonymous requests past the limit are told to wait', async () => {
      let last = await world.anonymous('GET', '/appeals')
      for (let count = 0; count < 40 && last.status === 401; count++)
        last = await world.anonymous('GET', '/appeals')
      assert.equal(last.status, 429)
      assert.match((last.json as { error: string }).error, /Too many requests/)
    })
  })

  describe('in deployment mode', () => {
    let world: World
    before(async () => {
      world = await startWorld({ PORTICO_MODE: 'deployment' })
    })
    after(() => world.close())

    it('there is no synthetic case, and a sandbox may not run on its database', async () => {
      assert.deepEqual((await world.admin('GET', '/appeals')).json, { appeals: [] })
      await assert.rejects(startWorld({ DATABASE_URL: world.service.databaseUrl }), /may not run on it/)
    })
  })

  it('without the setting there are no metrics', async () => {
    const world = await startWorld()
    assert.equal((await world.admin('GET', '/metrics')).status, 404)
    await assert.rejects(
      startWorld({ DATABASE_URL: world.service.databaseUrl, PORTICO_MODE: 'deployment' }),
      /holds synthetic data/,
    )
    await world.close()
  })

  it('closing finishes the requests that have begun', async () => {
    const world = await startWorld()
    const streaming = fetch(`${world.baseUrl}/healthz`)
    const export_ = world.admin('GET', `/appeals/${world.caseId}/file`)
    await streaming
    const [reply] = await Promise.all([
      export_,
      new Promise((done) => setImmediate(done)).then(() => world.close()),
    ])
    assert.equal(reply.status, 200)
  })
})
