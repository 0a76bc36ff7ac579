import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Row } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

describe('a request that is not as it should be', () => {
  let world: World
  before(async () => {
    world = await startWorld({ PORTICO_ANONYMOUS_LIMIT: '10' })
  })
  after(() => world.close())

  const refused = async (http: Http, status: number, sentence: RegExp, method: string, path: string) => {
    const reply = await http(method, path)
    assert.equal(reply.status, status, `${method} ${path.slice(0, 100)}: ${reply.text.slice(0, 200)}`)
    assert.match((reply.json as { error: string }).error, sentence)
    return reply
  }
  /** As bytes on a connection, and all that comes back. */
  async function raw(request: string) {
    const { hostname, port } = new URL(world.baseUrl)
    const socket = connect(Number(port), hostname)
    socket.write(request)
    const answer = await text(socket)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), head, error: JSON.parse(body) as object }
  }

  it('for a report that nobody waits for any more ends its statement, long before its time limit', async () => {
    const { db } = world.service
    const waiting = () =>
      db.rows<{ seconds: number }>(
        `select extract(epoch from clock_timestamp() - query_start)::float8 as seconds from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%percentile_cont%'`,
      )
    const caller = new AbortController()
    const headers = { authorization: `Bearer ${await tokenOf(world)}` }
    let longest = 0
    await db.transaction(async (tx) => {
      await tx.rows(`lock table projections.case_work in access exclusive mode`)
      const asked = fetch(`${world.baseUrl}/reports/ageInStep`, { headers, signal: caller.signal })
      await until(async () => (await waiting()).length === 1)
      caller.abort()
      await assert.rejects(asked)
      await until(async () => {
        const [one] = await waiting()
        longest = Math.max(longest, one?.seconds ?? 0)
        return !one
      })
    })
    assert.ok(longest < 25, `it went on for ${longest} seconds of 30`)
    assert.equal((await world.admin('GET', '/reports/ageInStep')).status, 200)
  })

  it('by its URL is answered with its headers, and 401 without a token', async () => {
    for (const path of ['/appeals/%ZZ', '/%', '/docs%ff', `/appeals/${'x'.repeat(3000)}`]) {
      const { headers } = await refused(world.anonymous, 401, /./, 'GET', path)
      assert.match(headers.get('x-request-id') ?? '', /^req_/)
      assert.equal(headers.get('portico-version'), '2026-11-01')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
    await refused(world.admin, 400, /not well encoded/, 'GET', '/appeals/%ZZ')
    await refused(world.admin, 404, /no case/, 'GET', `/appeals/${'x'.repeat(3000)}`)
    await refused(world.admin, 404, /nothing at this path/, 'GET', '/malformed')
  })

  it('by its URL counts against the limit', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push((await world.anonymous('GET', '/%ZZ')).status)
    assert.equal(statuses.at(-1), 429)
  })

  it('by its method says which ones the path takes, also where a page is', async () => {
    for (const [path, allow] of [
      ['/docs', 'GET, HEAD'],
      ['/openapi.json', 'GET, HEAD'],
      ['/workspace/', 'GET, HEAD'],
      ['/workspace/cases', 'GET, HEAD'],
      ['/auth/token', 'POST'],
      [`/appeals/${world.caseId}/documents`, 'GET, HEAD'],
    ] as const) {
      const { headers } = await refused(world.admin, 405, /does not support/, 'PUT', path)
      assert.equal(headers.get('allow'), allow)
    }
  })

  it('by a query parameter names it', async () => {
    for (const path of [
      '/appeals?limit=5',
      `/appeals/${world.caseId}/search?q=a&limit=5`,
      `/cases/${world.caseId}/events?limit=1&type=x`,
    ]) {
      await refused(
        world.admin,
        400,
        /^The query has an unknown parameter: (limit|type)\.( Did you mean types\?)?$/,
        'GET',
        path,
      )
    }
  })

  it('by a cursor that nobody was given is not taken for the end of the list', async () => {
    const paged = Object.values<Row>(routes).filter(
      ({ query }) => (query?.properties.after as { type?: string } | undefined)?.type === 'string',
    )
    assert.ok(paged.length > 10)
    const { json } = await world.admin('GET', '/queues')
    const [queue] = (json as { queues: { id: string }[] }).queues
    for (const { path } of paged)
      for (const cursor of ['zzz', 'piece_1', '../x', 'WyJ4Il0', 'mem_01m7ak53ebacywqy26ewasyzvw']) {
        const at = `${path
          .replace('/cases/{id}', `/cases/${world.caseId}`)
          .replace('{id}', queue?.id ?? '')
          .replace('{partyId}', 'party_1')}?after=${encodeURIComponent(cursor)}`
        await refused(world.admin, 400, /^after must be /, 'GET', at)
      }
  })

  it('by a place in the log that is not one says how they are written', async () => {
    for (const after of ['5@', '@7', '5@x', '-1', 'x'])
      for (const path of ['/events', '/changes', `/cases/${world.caseId}/events`])
        await refused(
          world.admin,
          400,
          /^after must be written like 123 or 123@\d+\.$/,
          'GET',
          `${path}?after=${encodeURIComponent(after)}`,
        )
  })

  it('by a reason in which nothing can be read names it', async () => {
    for (const why of [' ', '\n\t', '\u200b', '\u00a0\u2060', '\u202e'])
      for (const [method, path] of [
        ['POST', '/reopen'],
        ['POST', '/tasks/task_1/cancel'],
        ['PUT', '/sensitivity'],
      ] as const) {
        const body = { why, ...(path === '/sensitivity' ? { level: 1 } : {}) }
        const reply = await world.admin(method, `/cases/${world.caseId}${path}`, { body })
        assert.deepEqual([reply.status, /why/.test(reply.text)], [400, true], `${path}: ${reply.text}`)
      }
  })

  it('by a receipt date that is still to come names it', async () => {
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const receiptDate = '2199-01-01'
    const { documentId } = world
    for (const [method, path, body] of [
      ['POST', '/cases', { veteran, receiptDate }],
      ['PATCH', `/cases/${world.caseId}/documents/${documentId}`, { receiptDate }],
      [
        'POST',
        `/cases/${world.caseId}/links`,
        { kind: 'split', why: 'Apart.', issueIds: ['x'], receiptDate },
      ],
    ] as const) {
      const reply = await world.admin(method, path, { body })
      assert.equal(reply.status, 400, `${path}: ${reply.text}`)
      assert.match(reply.text, /receiptDate must not be in the future: it is 2199-01-01/)
    }
  })

  it('for the root with a token finds nothing there', async () => {
    await refused(world.admin, 404, /nothing at this path/, 'GET', '/')
  })

  it('as HTTP is refused in the words of every other error', async () => {
    const long = await raw(`GET /appeals/x/search?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
    assert.deepEqual(
      [long.status, long.error],
      [431, { error: 'The URL and the headers have at most 16,384 bytes together.' }],
    )
    for (const request of ['BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 'garbage\r\n\r\n', '\0\0\0\0']) {
      const { status, head, error } = await raw(request)
      assert.deepEqual([status, error], [400, { error: 'The request is not valid HTTP/1.1.' }])
      assert.match(head, /content-type: application\/json/)
    }
    const hostless = await raw('GET /healthz HTTP/1.1\r\n\r\n')
    assert.deepEqual(
      [hostless.status, hostless.error],
      [400, { error: 'The request must have the header Host.' }],
    )
  })
})

async function tokenOf({ anonymous, username, password }: World): Promise<string> {
  const { json } = await anonymous('POST', '/auth/token', { body: { username, password } })
  return (json as { token: string }).token
}
