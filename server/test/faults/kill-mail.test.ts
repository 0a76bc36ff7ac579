import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Piece } from '@portico/contract/mail'
import { signedHeaders } from '@portico/contract/ports/signature'
import type { Queryable } from '../../store/db.ts'
import { until } from '../until.ts'
import { type BoundService, openBoundService, secret } from './bound-service.ts'

/** One piece of mail; the service is killed after each step on its way to the case. */
describe('kill -9 between the steps of a piece of mail', () => {
  let service: BoundService
  let db: BoundService['db']
  let isMute = false
  let asked = 0
  before(async () => {
    service = await openBoundService('correspondence', (request, response) => {
      if (request.url?.endsWith('capabilities'))
        return response.end(JSON.stringify({ port: 'correspondence', spec: 2, supports: ['intake'] }))
      asked += 1
      if (!isMute) response.end('How does my appeal stand?')
    })
    db = service.db
  })
  after(() => service.close())

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
    await service.start()
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
      await service.kill()
      for (const { pid } of waiting) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })
  const waitersFor = (tx: Queryable, table: string) =>
    tx.rows<{ pid: number }>(`select pid from pg_locks where relation = '${table}'::regclass and not granted`)

  it('loses nothing, and files it once', async () => {
    const docketNumber = '260302-77'
    const { case: opened } = await service.ask<{ case: { id: string } }>('/cases', {
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
      const url = `${service.url()}/ports/correspondence/main/inbound/pieceArrived`
      assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 202)
    }

    await killedBefore('public.mail_pieces', report)
    assert.deepEqual(await db.rows(`select from mail_pieces`), [], 'accepted, and not taken over')
    isMute = true
    await startAgain()
    await until(() => asked === 1)
    await service.kill()
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
      const { pieces } = await service.ask<{ pieces: Piece[] }>('/correspondence?status=filed')
      return pieces.length > 0 && pieces
    })
    assert.deepEqual([filed?.caseId, filed?.files[0]?.status, others], [opened.id, 'kept', []])
    const made = await Promise.all(['document.filed', 'mail.received', 'mail.routed'].map(count))
    assert.deepEqual([made, asked], [[1, 1, 1], 2])
  })
})
