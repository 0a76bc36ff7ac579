import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Piece } from '@portico/contract/mail'
import { signedHeaders } from '@portico/contract/ports/signature'
import type { Queryable } from '../../store/db.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** One piece of mail; the service is killed after each step on its way to the case. */
describe('kill -9 between the steps of a piece of mail', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let db: TestDatabase
  let server: Server
  let running: Running
  let token: string
  let isMute = false
  let asked = 0
  before(async () => {
    folder = await folderWithDatabase()
    db = await freshDatabase({ size: 4 })
    server = createServer((request, response) => {
      if (request.url?.endsWith('capabilities'))
        return response.end(JSON.stringify({ port: 'correspondence', spec: 1, supports: ['intake'] }))
      asked += 1
      if (!isMute) response.end('How does my appeal stand?')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const correspondence = { adapter: 'http', url, secret: { env: 'MAIL_SECRET' } }
    const config = JSON.stringify({ ports: { correspondence } })
    await writeFile(join(folder.path, 'portico.config.json'), config)
    await start()
  })
  after(async () => {
    await kill()
    await db.close()
    server.closeAllConnections()
    server.close()
    await folder.remove()
  })

  async function start() {
    running = await servePortico({
      PORTICO_DATA: folder.path,
      PORTICO_CONFIG: join(folder.path, 'portico.config.json'),
      PORTICO_SYNTH_PAGES: '',
      DATABASE_URL: db.url,
      MAIL_SECRET: secret,
    })
    token = await tokenAt(running.url)
  }
  async function kill() {
    running.child.kill('SIGKILL')
    await running.ended
  }

  /** Whatever the dead process held is free, as it would be a minute later. */
  async function startAgain() {
    await until(async () => {
      const rows = await db.rows(
        `select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`,
      )
      return rows.length === 0
    })
    await db.rows(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null having count(*) > 0`)
    await db.rows(`update mail_files set due_at = now() - interval '1 second' where kept is null`)
    await start()
  }

  /** Until this ends nobody writes the table; the service is killed while it waits for it. */
  const killedBefore = (table: string, begin: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.rows(`lock table ${table} in exclusive mode`)
      await begin()
      const waiting = await until(async () => {
        const rows = await waitersFor(tx, table)
        return rows.length > 0 && rows
      })
      await kill()
      for (const { pid } of waiting) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })
  const waitersFor = (tx: Queryable, table: string) =>
    tx.rows<{ pid: number }>(`select pid from pg_locks where relation = '${table}'::regclass and not granted`)

  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(running.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    assert.ok(response.ok, `${path}: ${response.status}`)
    return (await response.json()) as T
  }

  it('loses nothing, and files it once', async () => {
    const docketNumber = '260302-77'
    const { case: opened } = await ask<{ case: { id: string } }>('/cases', {
      veteran: { firstName: 'Ada', lastName: 'Byron' },
      receiptDate: '2026-03-02',
      docketNumber,
    })
    const count = async (type: string) =>
      (await db.rows(`select from events where case_id = $1 and type = $2`, [opened.id, type])).length
    await until(async () => (await count('task.opened')) > 0)
    const body = JSON.stringify({
      pieceId: 'fax-1',
      channel: 'fax',
      sender: {},
      receiptDate: '2026-03-02',
      case: { docketNumber },
      suggestedType: 'statusInquiry',
      files: [{ partId: '1', name: 'fax.txt' }],
      at: '2026-03-02T15:04:05.000Z',
    })
    const report = async () => {
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders('msg-1', new Date(), body, secret),
      }
      const url = `${running.url}/ports/correspondence/main/inbound/pieceArrived`
      assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 202)
    }

    await killedBefore('public.mail_pieces', report)
    assert.deepEqual(await db.rows(`select from mail_pieces`), [], 'accepted, and not taken over')
    isMute = true
    await startAgain()
    await until(() => asked === 1)
    await kill()
    const [piece] = await db.rows<{ status: string }>(`select status from mail_pieces`)
    assert.equal(piece?.status, 'arriving', 'taken over, and its file not fetched')
    isMute = false
    await killedBefore('projections.documents', startAgain)
    assert.deepEqual([await count('document.filed'), await count('mail.received')], [0, 0])
    const [file] = await db.rows<{ isKept: boolean }>(`select kept is not null as "isKept" from mail_files`)
    assert.ok(file?.isKept, 'fetched, and not filed')
    await startAgain()
    await report()
    const [filed, ...others] = await until(async () => {
      const { pieces } = await ask<{ pieces: Piece[] }>('/correspondence?status=filed')
      return pieces.length > 0 && pieces
    })
    assert.deepEqual([filed?.caseId, filed?.files[0]?.status, others], [opened.id, 'kept', []])
    const made = await Promise.all(['document.filed', 'mail.received', 'mail.routed'].map(count))
    assert.deepEqual([made, asked], [[1, 1, 1], 2])
  })
})
