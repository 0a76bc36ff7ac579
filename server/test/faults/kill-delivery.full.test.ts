import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { caseStatus } from '@portico/contract/ports/case-status'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { noon } from '../given.ts'
import { compileCache } from '../process.ts'
import { until } from '../until.ts'
import { openDelivering } from './delivering.ts'

/** Where a process is killed, and what is on the case in the end: receipts, dead letters, and those sent again. */
const points = {
  /** Before anything is leased. */
  owed: [1, 0, 0],
  /** Leased, and not called. */
  leased: [1, 0, 0],
  /** Called, and not answered. */
  called: [1, 0, 0],
  /** Answered, and nothing of it recorded. */
  answered: [1, 0, 0],
  /** The answer is recorded with what follows from it, and nobody was told. */
  concluded: [1, 0, 0],
  /** Called to be refused, and not answered. */
  refused: [0, 1, 0],
  /** Given up, and nobody was told. */
  gaveUp: [0, 1, 0],
  /** Sent again by somebody, and nothing sent yet. */
  redriven: [1, 1, 1],
  /** A reported fact is stored, and not applied; the announcement is receipted beside it. */
  kept: [2, 0, 0],
  /** It is applied, and nobody was told. */
  applied: [2, 0, 0],
}
type Point = keyof typeof points
const names = Object.keys(points) as Point[]

describe('kill -9 of a delivery', () => {
  let db: TestDatabase
  let server: Server
  let receiver: string
  /** What was done at the other side, by binding: the same key is the same work. */
  const effects = new Map<string, Set<string>>()
  const calls = new Map<string, number>()
  let kill = () => {}
  let isOver = false

  before(async () => {
    db = await freshDatabase()
    server = createServer(async (request, response) => {
      const [, name = '', call = ''] = request.url?.split('/') ?? []
      await json(request)
      if (call === 'capabilities')
        return response.end(JSON.stringify({ port: caseStatus.name, spec: caseStatus.spec, supports: [] }))
      calls.set(name, (calls.get(name) ?? 0) + 1)
      const isRefused = name === 'refused' || name === 'gaveUp' || (name === 'redriven' && !isOver)
      if (!isRefused)
        effects.set(name, (effects.get(name) ?? new Set()).add(String(request.headers['webhook-id'])))
      if (!isOver && (name === 'called' || name === 'refused')) return kill()
      if (isRefused) return response.writeHead(410).end()
      response.end(JSON.stringify({ output: {} }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await db.close()
  })

  /** One life of a process, which ends at its point. */
  async function live(point: Point) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'deliver-in-child.ts'), db.url, point, receiver],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: compileCache } },
    )
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    kill = () => child.kill('SIGKILL')
    const [, signal] = await once(child, 'close')
    assert.equal(signal, 'SIGKILL', `${point}: ${said}`)
  }

  const count = async (point: Point, type: string) => {
    const [row] = await db.rows<{ count: number }>(
      `select count(*)::int as count from events
       where type = $2 and case_id = (select case_id from obligations where binding = $1)`,
      [point, type],
    )
    return row?.count
  }

  it('leaves one effect, its receipt or one dead letter, wherever it happens', async () => {
    for (const point of names) await live(point)
    const left = await db.rows<{ binding: string; status: string }>(`select binding, status from obligations`)
    assert.equal(left.length, names.length)
    const stood = Object.fromEntries(left.map(({ binding, status }) => [binding, status]))
    assert.deepEqual(stood, {
      ...{ owed: 'waiting', leased: 'sending', called: 'sending', answered: 'sending' },
      ...{ concluded: 'delivered', refused: 'sending', gaveUp: 'failed', redriven: 'waiting' },
      ...{ kept: 'waiting', applied: 'waiting' },
    })
    isOver = true
    // When the leases of the dead are over.
    const after = await openDelivering(db, { names, receiver, at: new Date(noon.getTime() + 120_000) })
    for (const id of await after.inbox.toTry()) await after.inbox.apply(id)
    await until(async () => {
      const open = await db.rows(`select from obligations where status not in ('delivered', 'failed')`)
      return open.length === 0
    })
    await after.stop()
    for (const point of names) {
      const [receipts, failures, redrives] = points[point]
      const told = {
        receipts: await count(point, 'delivery.receipted'),
        failures: await count(point, 'delivery.failed'),
        redrives: await count(point, 'delivery.redriven'),
        effects: effects.get(point)?.size ?? 0,
      }
      assert.deepEqual(told, { receipts, failures, redrives, effects: Math.min(receipts ?? 0, 1) }, point)
    }
    assert.deepEqual(
      [calls.get('called'), calls.get('answered')],
      [2, 2],
      'they were called again, by the same key',
    )
  })
})
