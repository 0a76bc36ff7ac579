import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Piece } from '@portico/contract/mail'
import { signedHeaders } from '@portico/contract/ports/signature'
import { until } from '../until.ts'
import { type BoundService, openBoundService, secretOf } from './bound-service.ts'

/** One piece of mail and one letter; the service is killed after each step of both on their ways. */
describe('kill -9 between the steps of a piece of mail and of a letter', () => {
  let service: BoundService
  let db: BoundService['db']
  /** Answers are held back while it is mute. */
  let isMute = false
  const held: (() => void)[] = []
  const asked: { call: string; key: string }[] = []
  before(async () => {
    service = await openBoundService('correspondence', async (request, response) => {
      const call = request.url?.split('/').at(-1) ?? ''
      const body = await text(request)
      if (call === 'capabilities') return answerWith(response, { port: 'correspondence', spec: 2, supports })
      asked.push({ call, key: String(request.headers['webhook-id']) })
      const sentAt = new Date().toISOString()
      const answer = () =>
        call === 'send'
          ? answerWith(response, { output: { receipt: { channel: 'mail', sentAt } } })
          : response.end(`How does my appeal stand? ${body.length > 0}`)
      if (isMute) held.push(answer)
      else answer()
    })
    db = service.db
  })
  after(() => service.close())

  const answerWith = (response: ServerResponse, body: object) => response.end(JSON.stringify(body))
  const supports = ['intake', 'distribution', 'receipts']
  const askedFor = (call: string) => asked.filter((one) => one.call === call).map(({ key }) => key)

  const startAgain = () =>
    service.startAgain(`update mail_files set due_at = now() - interval '1 second' where kept is null`)

  /** Until this ends nobody writes the tables; the service is killed while each of them is waited for. */
  const killedBefore = (tables: readonly string[], begin: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      for (const table of tables) await tx.rows(`lock table ${table} in exclusive mode`)
      await begin()
      const pids = new Set<number>()
      for (const table of tables) {
        const waiting = await until(async () => {
          const rows = await tx.rows<{ pid: number }>(
            `select pid from pg_locks where relation = '${table}'::regclass and not granted`,
          )
          return rows.length > 0 && rows
        })
        for (const { pid } of waiting) pids.add(pid)
      }
      await service.kill()
      for (const pid of pids) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })

  async function report(name: string, fact: object) {
    const body = JSON.stringify(fact)
    const signed = signedHeaders(name, new Date(), body, secretOf('correspondence'))
    const headers = { 'content-type': 'application/json', ...signed }
    const url = `${service.url()}/ports/correspondence/main/inbound/${name}`
    assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 202)
  }

  it('loses nothing, and does nothing twice', async () => {
    const docketNumber = '260302-77'
    const person = { firstName: 'Ada', lastName: 'Byron' }
    const open = async (given: object = {}) => {
      const body = { veteran: person, receiptDate: '2026-03-02', ...given }
      return (await service.ask<{ case: { id: string } }>('/cases', body)).case
    }
    const opened = await open({ docketNumber })
    // Another, so that neither waits for the other's case.
    const at = `/cases/${(await open()).id}`
    const contact = { addresses: [{ lines: ['1 Main Street'], city: 'Salem' }] }
    await service.ask(`${at}/parties/ada`, { role: 'appellant', person, contact })
    const count = async (type: string) => (await db.rows(`select from events where type = $1`, [type])).length
    const counts = (...types: string[]) => Promise.all(types.map(count))
    const one = async (statement: string) => (await db.rows(statement))[0]
    await until(async () => (await count('task.opened')) > 1)
    const arrives = () =>
      report('pieceArrived', {
        pieceId: 'fax-1',
        channel: 'fax',
        sender: {},
        receiptDate: '2026-03-02',
        case: { docketNumber },
        suggestedType: 'statusInquiry',
        files: [{ partId: '1', name: 'fax.txt' }],
        at: '2026-03-02T15:04:05.000Z',
      })
    let letterId = ''

    await killedBefore(['public.mail_pieces', 'projections.documents'], async () => {
      await arrives()
      const { letter } = await service.ask<{ letter: { id: string } }>(`${at}/letters`, {
        letter: 'preDocketing',
        partyId: 'ada',
      })
      letterId = letter.id
    })
    assert.deepEqual(await db.rows(`select from mail_pieces`), [], 'accepted, and not taken over')
    assert.deepEqual(await counts('letter.owed', 'letter.composed'), [1, 0], 'owed, and not composed')

    isMute = true
    await startAgain()
    for (const call of ['fetchPiece', 'send']) await until(() => askedFor(call).length === 1)
    await service.kill()
    assert.deepEqual(await one(`select status from mail_pieces`), { status: 'arriving' })
    assert.deepEqual(await counts('letter.composed', 'letter.receipted'), [1, 0], 'handed over, no answer')

    held.length = 0
    await startAgain()
    await until(() => held.length === 2)
    await killedBefore(['public.mail_files', 'public.obligations'], async () => {
      for (const answer of held) answer()
    })
    const isKept = `select kept is not null as "isKept" from mail_files`
    assert.deepEqual(await one(isKept), { isKept: false }, 'fetched, and not kept')
    assert.equal(await count('letter.receipted'), 0, 'answered, and not written down')

    isMute = false
    await killedBefore(['projections.documents', 'projections.letters'], startAgain)
    assert.deepEqual(await one(isKept), { isKept: true }, 'kept, and not filed')
    assert.deepEqual(await counts('mail.received', 'letter.receipted'), [0, 0])

    await startAgain()
    await arrives()
    const [filed, ...others] = await until(async () => {
      const { pieces } = await service.ask<{ pieces: Piece[] }>('/correspondence?status=filed')
      return pieces.length > 0 && pieces
    })
    assert.deepEqual([filed?.caseId, filed?.files[0]?.status, others], [opened.id, 'kept', []])
    await until(async () => (await count('letter.receipted')) === 1)

    const isBack = { letterId, channel: 'mail', why: 'Moved.', failedAt: new Date().toISOString() }
    await killedBefore(['projections.letters'], () => report('bounce', isBack))
    assert.equal(await count('letter.failed'), 0, 'told, and not taken up')
    await startAgain()
    await report('bounce', isBack)
    await until(async () => (await count('letter.failed')) === 1)
    const returned = `select count(*)::int as open from tasks where type = 'returnedMail' and closed_at is null`
    await until(async () => {
      const rows = await db.rows(`select from inbound_facts where status = 'received'`)
      return rows.length === 0
    })
    assert.deepEqual(await one(returned), { open: 1 })
    // The piece, and what came back.
    assert.equal(await count('mail.routed'), 2)
    assert.deepEqual(
      await counts('mail.received', 'document.filed', 'letter.composed', 'letter.receipted', 'letter.failed'),
      [1, 2, 1, 1, 1],
    )
    assert.equal(new Set(askedFor('send')).size, 1, 'every attempt has the same key')
  })
})
