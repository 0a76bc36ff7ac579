import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import Fastify, { LogController } from 'fastify'
import { isConnectionLoss, openDatabase } from '../store/db.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { createErrorHandler, HttpRefusal } from './errors.ts'
import { logResponses } from './log-responses.ts'

describe('an error of the database', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 1 })
  })
  after(() => db.close())

  async function answerTo(statement: string, log: string[] = []) {
    const app = Fastify({
      logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } },
    })
    app.setErrorHandler(createErrorHandler({ isUnavailable: () => false }))
    app.get('/', () => db.script(statement))
    const { statusCode, headers, body } = await app.inject('/')
    await app.close()
    return { statusCode, retryAfter: headers['retry-after'], error: JSON.parse(body).error as string }
  }

  it('about a value that does not fit is the caller’s', async () => {
    const { statusCode, error } = await answerTo(`select '9223372036854775808'::bigint`)
    assert.equal(statusCode, 400)
    assert.match(error, /out of range/)
  })
  it('that goes away by itself says when to try again', async () => {
    for (const code of ['53300', '40P01', '57014', '25P03']) {
      const raise = `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`
      const { statusCode, retryAfter } = await answerTo(raise)
      assert.deepEqual([statusCode, retryAfter], [503, '1'], code)
    }
  })
  it('that has no space left says that nothing was taken', async () => {
    const raise = `do $$ begin raise exception 'no' using errcode = '53100'; end $$`
    const log: string[] = []
    const { statusCode, retryAfter, error } = await answerTo(raise, log)
    assert.deepEqual([statusCode, retryAfter], [507, '60'])
    assert.deepEqual(log, [], 'a full disk is not filled with stacks')
    assert.match(error, /disk is full, so this was not stored/)
  })
  it('of any other kind is a plain 500 without its message', async () => {
    const { statusCode, error } = await answerTo('select secret_column')
    assert.equal(statusCode, 500)
    assert.doesNotMatch(error, /secret/)
  })
})

describe('while the database is away', () => {
  it('each request is 503, and one line of the log that says why, without a stack', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    const away = openDatabase({ url: `postgresql://nobody@127.0.0.1:${port}/nothing`, size: 1 })
    const log: string[] = []
    const app = Fastify({
      logger: { stream: { write: (line: string) => void log.push(line) } },
      logController: new LogController({ disableRequestLogging: true }),
    })
    app.setErrorHandler(createErrorHandler({ isUnavailable: isConnectionLoss }))
    logResponses(app)
    app.get('/cases/:id', () => away.rows('select 1'))
    const answers = await Promise.all([app.inject('/cases/a'), app.inject('/cases/b')])
    await app.close()
    await away.close()
    assert.deepEqual(
      answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']]),
      [
        [503, '1'],
        [503, '1'],
      ],
    )
    const lines = log.map((line) => JSON.parse(line))
    const told = lines.map(({ level, route, status, cause }) => ({ level, route, status, cause }))
    const line = { level: 40, route: '/cases/:id', status: 503, cause: 'ECONNREFUSED' }
    assert.deepEqual(told, [line, line])
    assert.doesNotMatch(log.join(''), /frames|stack| {4}at /)
  })
})

describe('a refusal', () => {
  const ask = async (status: 401 | 404, headers: Record<string, string> = {}) => {
    const app = Fastify()
    app.setErrorHandler(createErrorHandler({ isUnavailable: () => false }))
    app.get('/', async () => {
      throw new HttpRefusal(status, 'Not <here>.')
    })
    const answer = await app.inject({ url: '/', headers })
    await app.close()
    return answer
  }

  it('to a program is JSON, and 401 says how to authenticate', async () => {
    const { headers, body } = await ask(401)
    assert.equal(body, '{"error":"Not <here>."}')
    assert.equal(headers['www-authenticate'], 'Bearer realm="Portico"')
    const wrong = await ask(401, { authorization: 'Bearer x' })
    assert.equal(wrong.headers['www-authenticate'], 'Bearer realm="Portico", error="invalid_token"')
  })
  it('to a browser is a page that leads on', async () => {
    for (const status of [401, 404] as const) {
      const { statusCode, headers, body } = await ask(status, { accept: 'text/html,*/*' })
      assert.equal(statusCode, status)
      assert.match(String(headers['content-type']), /^text\/html/)
      assert.match(body, /Not &lt;here&gt;\./)
      assert.match(body, /href="\/docs"/)
    }
  })
})
