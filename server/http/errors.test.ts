import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Fastify from 'fastify'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { createErrorHandler, HttpRefusal } from './errors.ts'

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
    assert.match(error, /no space left, so this was not taken/)
  })
  it('of any other kind is a plain 500 without its message', async () => {
    const { statusCode, error } = await answerTo('select secret_column')
    assert.equal(statusCode, 500)
    assert.doesNotMatch(error, /secret/)
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
