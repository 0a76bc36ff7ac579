import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { signedHeaders } from '@portico/contract/ports/signature'
import { until } from '../until.ts'
import { type BoundService, openBoundService, secretOf } from './bound-service.ts'

type Task = { id: string; type: string }
type Input = { draft?: { workProductId: string; version: number }; author?: { id: string; username: string } }

/** An editor reports what its author does, and the service is killed before it has done it, in the middle, and after. */
describe('kill -9 between what an editor reports and the answer', () => {
  const heard: { call: string; key: string; input: Input }[] = []
  let service: BoundService
  let db: BoundService['db']
  let caseId: string
  let workProductId: string
  let author: { id: string; username: string }
  before(async () => {
    service = await openBoundService('authoring', async (request, response) => {
      const call = request.url?.split('/').at(-1) ?? ''
      const body = await text(request)
      if (call === 'capabilities')
        return response.end(JSON.stringify({ port: 'authoring', spec: 1, supports: ['follows'] }))
      const { input } = JSON.parse(body) as { input: Input }
      heard.push({ call, key: String(request.headers['webhook-id']), input })
      response.end(JSON.stringify({ output: {} }))
    })
    db = service.db
    await assign()
  })
  after(() => service.close())

  /** The first account does everything: it is an administrator. */
  async function assign() {
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    caseId = (await service.ask<{ case: { id: string } }>('/cases', { veteran, receiptDate: '2026-03-02' }))
      .case.id
    const [member] = await db.rows<{ id: string; username: string }>(
      `select id, username from members limit 1`,
    )
    assert.ok(member)
    author = member
    await service.ask(`/cases/${caseId}/docket`, { docket: 'directReview' })
    const complete = async (type: string, outcome: string) => {
      const { tasks } = await service.ask<{ tasks: Task[] }>(`/cases/${caseId}/tasks?open=true`)
      const id = tasks.find((one) => one.type === type)?.id
      const assignee = { person: author.username }
      await service.ask(`/cases/${caseId}/tasks/${id}/complete`, { outcome, assignee })
    }
    await complete('distribution', 'distributed')
    await complete('assignment', 'assigned')
    await until(() => heard.some(({ call }) => call === 'openEditor'))
  }

  async function report(name: string, fact: object, id: string) {
    const body = JSON.stringify({ author, at: new Date().toISOString(), ...fact })
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders(id, new Date(), body, secretOf('authoring')),
    }
    const url = `${service.url()}/ports/authoring/main/inbound/${name}`
    assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 202)
  }

  const count = async (type: string) =>
    (await db.rows(`select from events where case_id = $1 and type = $2`, [caseId, type])).length
  const settled = (id: string) =>
    until(async () => {
      const [row] = await db.rows<{ status: string; reason: string | null }>(
        `select status, reason from inbound_facts where message_id = $1 and status <> 'received'`,
        [id],
      )
      return row
    })

  /** Whoever would write on the case waits; killed there, it has written nothing. */
  const killedBefore = (begin: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.rows(`select from case_streams where case_id = $1 for update`, [caseId])
      await begin()
      const waiting = await until(async () => {
        const rows = await db.rows<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length > 0 && rows
      })
      await service.kill()
      for (const { pid } of waiting) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })

  const again = () => service.startAgain()

  it('a draft that was begun is there once', async () => {
    await killedBefore(() => report('draftBegun', { caseId, title: 'Decision' }, 'begun'))
    assert.equal(await count('workProduct.drafted'), 0)
    await again()
    assert.equal((await settled('begun')).status, 'applied')
    assert.equal(await count('workProduct.drafted'), 1)
    const [product] = await db.rows<{ id: string }>(
      `select work_product_id as id from projections.work_products where case_id = $1`,
      [caseId],
    )
    workProductId = product?.id ?? ''
    await report('draftBegun', { caseId, title: 'Decision' }, 'begun')
    assert.equal(await count('workProduct.drafted'), 1, 'the same message is one')
  })

  it('operations and a save are written once, killed before or after they were accepted', async () => {
    const block = (id: string, said: string) => ({
      type: 'paragraph',
      id,
      content: [{ type: 'text', text: said }],
    })
    const insert = (id: string, said: string) => ({
      workProductId,
      base: 0,
      operations: [
        { type: 'insertAfter', section: { part: 'opening' }, after: null, block: block(id, said) },
      ],
    })
    await killedBefore(() => report('textChanged', insert('blk_a', 'Before.'), 'a'))
    await again()
    assert.equal((await settled('a')).status, 'applied')
    await report('textChanged', insert('blk_b', 'After.'), 'b')
    await service.kill()
    await again()
    assert.equal((await settled('b')).status, 'applied')
    const changes = await db.rows<{ operations: string }>(
      `select operations from draft_changes where case_id = $1 order by revision`,
      [caseId],
    )
    const inserted = changes.flatMap(({ operations }) => operations.match(/blk_[ab]/g) ?? []).toSorted()
    assert.deepEqual(inserted, ['blk_a', 'blk_b'])

    const content = {
      opening: [block('blk_a', 'Before.'), block('blk_b', 'After.')],
      issues: [],
      closing: [],
    }
    const save = {
      workProductId,
      baseVersion: 1,
      base: 2,
      content: { ...content, closing: [block('blk_c', 'Saved.')] },
    }
    await killedBefore(() => report('draftSaved', save, 'c'))
    assert.equal(await count('workProduct.saved'), 0)
    await again()
    const { status, reason } = await settled('c')
    assert.equal(status, 'applied', reason ?? '')
    assert.equal(await count('workProduct.saved'), 1)
  })

  it('a submission is made once, and what the editor is told of it comes under one key', async () => {
    await killedBefore(() => report('submitted', { workProductId, version: 2 }, 'd'))
    assert.equal(await count('workProduct.submitted'), 0)
    await again()
    assert.equal((await settled('d')).status, 'applied')
    await until(() => heard.some(({ call }) => call === 'draftMoved'))
    await service.kill()
    await again()
    assert.equal(await count('workProduct.submitted'), 1)
    const keys = new Set(heard.filter(({ call }) => call === 'draftMoved').map(({ key }) => key))
    assert.equal(keys.size, 1)
  })
})
