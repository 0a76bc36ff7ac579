import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { caseStatus } from '@portico/contract/ports/case-status'
import type { Adapter, Host } from '@portico/contract/ports/kit'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Lanes, openLanes } from '../../../test/lanes.ts'
import { until } from '../../../test/until.ts'
import { httpAdapter } from '../../http/adapter.ts'
import { type Outbound, openOutbound } from './outbound.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const taken = JSON.stringify({ output: {} })

/** How other systems misbehave, each in its own way. */
const receivers: Record<string, RequestListener> = {
  well: (_, response) => response.end(taken),
  insideRedirect: (request, response) =>
    request.url?.endsWith('/moved')
      ? response.end(taken)
      : response.writeHead(308, { location: '/insideRedirect/moved' }).end(),
  page: (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Back soon</h1>'),
  somethingElse: (_, response) => response.end('{"status":"up"}'),
  nothing: (_, response) => response.writeHead(204).end(),
  echoes: ({ headers }, response) =>
    response.writeHead(422).end(JSON.stringify({ error: `\u0000No:\n${JSON.stringify(headers)} ${secret}` })),
  silent: () => {},
  error: (_, response) => response.writeHead(500).end(),
  busy: (_, response) => response.writeHead(429, { 'retry-after': '3000' }).end(),
  gone: (_, response) => response.writeHead(410).end(),
  resets: (request) => request.socket.destroy(),
  dribbles: (_, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  otherHost: (_, response) => response.writeHead(307, { location: 'http://127.0.0.2:1/' }).end(),
  gigabyte: (_, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  },
}

/** What is in the ledger after the first attempt: how it stands, why, and how long it waits. */
const expected = {
  well: ['delivered', null, undefined],
  insideRedirect: ['delivered', null, undefined],
  page: ['waiting', 'unavailable', 5000],
  somethingElse: ['waiting', 'unavailable', 5000],
  nothing: ['waiting', 'unavailable', 5000],
  echoes: ['failed', 'refused', undefined],
  silent: ['waiting', 'timeout', 5000],
  error: ['waiting', 'unavailable', 5000],
  busy: ['waiting', 'rateLimited', 3_000_000],
  gone: ['failed', 'gone', undefined],
  resets: ['waiting', 'unavailable', 5000],
  dribbles: ['waiting', 'timeout', 5000],
  otherHost: ['waiting', 'unavailable', 5000],
  gigabyte: ['waiting', 'unavailable', 5000],
}

describe('receivers that misbehave, side by side', () => {
  let db: TestDatabase
  let server: Server
  let patient: Outbound
  let impatient: Outbound
  let lanes: Lanes
  const asked: string[] = []
  before(async () => {
    server = createServer((request, response) => {
      request.resume()
      const [, name = '', call = ''] = request.url?.split('/') ?? []
      if (call === 'capabilities')
        return response.end(JSON.stringify({ port: caseStatus.name, spec: caseStatus.spec, supports: [] }))
      asked.push(name)
      receivers[name]?.(request, response)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    patient = openOutbound({ reach: 'private', env: {}, totalMs: 120_000 })
    impatient = openOutbound({ reach: 'private', env: {}, totalMs: 500 })
    db = await freshDatabase()
    const open = (name: string) => (host: Host) =>
      httpAdapter(caseStatus).open({ url: `${base}/${name}`, secret }, host as never) as Promise<Adapter>
    const adapters = Object.keys(receivers).map((name) => [name, open(name)])
    lanes = await openLanes(db, Object.fromEntries(adapters), {
      hostOf: ({ name }, now) => {
        const { fetch } = name === 'silent' || name === 'dribbles' ? impatient : patient
        return { binding: name, now, fetch } as Host
      },
    })
  })
  after(async () => {
    await lanes.stop()
    await Promise.all([patient.close(), impatient.close()])
    server.closeAllConnections()
    server.close()
    await db.close()
  })

  const settled = () =>
    until(async () => {
      const rows = (await Promise.all(Object.keys(receivers).map(lanes.rows))).flatMap((all) =>
        all.slice(0, 1),
      )
      return rows.length === Object.keys(receivers).length &&
        rows.every(({ status, attempts }) => attempts > 0 && status !== 'sending')
        ? rows
        : undefined
    })

  it('are each tried again by the schedule, or not at all', async () => {
    await lanes.open()
    const rows = await settled()
    const told = rows.map(({ binding, status, error_code, due_at }) => [
      binding,
      [status, error_code, status === 'waiting' ? due_at.getTime() - lanes.now().getTime() : undefined],
    ])
    assert.deepEqual(Object.fromEntries(told), expected)
    assert.ok(rows.every(({ attempts }) => attempts === 1))
  })

  it('are quoted without what a request was signed with', async () => {
    const [row] = await lanes.rows('echoes')
    const { error = '' } = row as { error: string }
    assert.match(error, /^No: \{"host":"127/)
    assert.ok(error.length <= 500)
    assert.doesNotMatch(error, /v1,|whsec_|webhook-signature/)
    const key = secret.replace('whsec_', '')
    assert.ok(!error.includes(key))
  })

  it('hold nobody up: who is well has everything, whatever the others do', async () => {
    for (let count = 0; count < 5; count++) await lanes.open()
    await lanes.settled('well', 6)
    await lanes.settled('insideRedirect', 6)
    const [first] = await lanes.rows('busy')
    assert.equal(first?.attempts, 1, 'whoever asks for silence has it')
    assert.equal(asked.filter((name) => name === 'busy').length, 1)
  })
})
