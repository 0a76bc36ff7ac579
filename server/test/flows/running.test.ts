import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { readSettings } from '../../config.ts'
import { settlePort } from '../../main/listen.ts'
import { openParts, openService } from '../../main.ts'
import { freshDatabase } from '../database.ts'
import { until } from '../until.ts'
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
      for (const lane of ['prompt', 'bulk', 'ocr'])
        for (const figure of ['waiting', 'running', 'failed', 'oldest_seconds'])
          assert.match(text, new RegExp(`^portico_jobs_${figure}\\{lane="${lane}"\\} [0-9.]+$`, 'm'))
      assert.match(text, /^portico_recognition_pages_waiting \d+$/m)
      assert.match(text, /^portico_database_connections\{state="waited"\} 0$/m)
      assert.match(text, /^portico_event_lag 0$/m)
      assert.match(text, /^portico_event_streams 0$/m)
      assert.doesNotMatch(text, new RegExp(world.caseId), 'no label holds a path that was asked for')
    })

    it('the metric of live streams counts those of events and those of lists', async () => {
      const { username, password } = world
      const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
      const headers = {
        authorization: `Bearer ${(json as { token: string }).token}`,
        accept: 'text/event-stream',
      }
      const left = new AbortController()
      const open = (path: string) => fetch(world.baseUrl + path, { headers, signal: left.signal })
      for (const path of ['/events', '/changes', `/cases/${world.caseId}/events`])
        assert.equal((await open(path)).status, 200)
      const streams = async () => {
        const { text } = await world.as('scrape-me')('GET', '/metrics')
        return /^portico_event_streams (\d+)$/m.exec(text)?.[1]
      }
      await until(async () => (await streams()) === '3')
      left.abort()
      await until(async () => (await streams()) === '0')
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

  describe('behind a proxy', () => {
    let world: World
    before(async () => {
      world = await startWorld({ PORTICO_TRUST_PROXY: '1', PORTICO_ANONYMOUS_LIMIT: '10' })
    })
    after(() => world.close())

    const from = (addresses: string) =>
      world.anonymous('GET', '/appeals', { headers: { 'x-forwarded-for': addresses } })

    it('the caller is who called the proxy, not who they say they are', async () => {
      const statuses = new Set<number>()
      for (let count = 0; count < 15; count++)
        statuses.add((await from(`198.51.100.${count}, 203.0.113.7`)).status)
      assert.deepEqual(statuses, new Set([401, 429]))
      assert.equal((await from('203.0.113.8')).status, 401, 'another caller has a limit of their own')
    })
  })

  it('without the setting no forwarded address is believed', async () => {
    const world = await startWorld({ PORTICO_ANONYMOUS_LIMIT: '10' })
    const statuses = new Set<number>()
    for (let count = 0; count < 15; count++) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}` }
      statuses.add((await world.anonymous('GET', '/appeals', { headers })).status)
    }
    await world.close()
    assert.deepEqual(statuses, new Set([401, 429]))
  })

  it('a start that fails after it began to listen lets the port go', async () => {
    const database = await freshDatabase({ size: 1 })
    const folder = await mkdtemp(join(tmpdir(), 'portico-start-'))
    const env = { PORT: '0', PORTICO_DATA: folder, DATABASE_URL: database.url, PORTICO_LOG: 'silent' }
    const parts = await openParts(await settlePort(readSettings(env)))
    await parts.identity.ensureFirstAccount()
    const [account] = await database.rows<{ hash: string }>(`select password_hash as hash from credentials`)
    assert.match(
      account?.hash ?? '',
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
      'as strong as any, not as in tests',
    )
    await parts.close()
    await assert.rejects(openService(parts))
    assert.equal((await settlePort(parts.settings)).port, parts.settings.port)
    await database.close()
    await rm(folder, { recursive: true, force: true })
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
    const { hostname, port } = new URL(world.baseUrl)
    const socket = connect(Number(port), hostname)
    const credentials = JSON.stringify({ username: world.username, password: world.password })
    socket.write(
      `POST /auth/token HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
        `content-length: ${credentials.length}\r\nexpect: 100-continue\r\n\r\n`,
    )
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 100 /)
    const closed = world.close()
    await until(() =>
      fetch(`${world.baseUrl}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    socket.write(credentials)
    assert.match(await text(socket), /^HTTP\/1\.1 200 .*"token"/s)
    await closed
  })
})
