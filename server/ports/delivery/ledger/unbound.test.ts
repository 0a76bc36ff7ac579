import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Adapter } from '@portico/contract/ports/kit'
import { openLedger } from '../../../app/boundary/ledger.ts'
import { requestBy } from '../../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { alice } from '../../../test/given.ts'
import { type Lanes, openLanes } from '../../../test/lanes.ts'
import type { Bindings } from '../bindings/binding.ts'
import { giveUpUnbound, unboundMs } from './unbound.ts'

const adapter = (): Adapter => ({ supports: [], calls: {} as never })

describe('what waits for a binding that is taken out of the configuration', () => {
  let db: TestDatabase
  let lanes: Lanes
  let without: Bindings
  let caseId: string
  before(async () => {
    db = await freshDatabase()
    lanes = await openLanes(db, { main: adapter, archive: adapter }, { isSending: false })
    const main = lanes.bindings.all.filter(({ name }) => name === 'main')
    without = { ...lanes.bindings, all: main, find: (_, name) => main.find((one) => one.name === name) }
    caseId = await lanes.open()
  })
  after(() => db.close())

  const look = (bindings: Bindings) =>
    giveUpUnbound({ db, execute: lanes.execute, bindings, clock: lanes.now })
  const later = (ms: number) => lanes.moveTo(new Date(lanes.now().getTime() + ms))
  const standing = async () =>
    (await lanes.rows('archive')).map(({ status, error_code }) => [status, error_code])
  const events = async () => {
    const rows = await db.rows<{ type: string }>(
      `select type from events where case_id = $1 and type like 'delivery.%' order by sequence`,
      [caseId],
    )
    return rows.map(({ type }) => type)
  }

  it('stays for a while, and as long as another process has it', async () => {
    await look(lanes.bindings)
    await look(without)
    later(unboundMs - 1000)
    await look(without)
    await look(lanes.bindings)
    later(2000)
    await look(without)
    assert.deepEqual(await standing(), [['waiting', null]])
  })

  it('is a dead letter then, and nothing else is', async () => {
    later(unboundMs)
    await look(without)
    assert.deepEqual(await standing(), [['failed', 'notBound']])
    assert.deepEqual(await events(), ['delivery.failed'])
    const [row] = await lanes.rows('archive')
    assert.deepEqual(
      [row?.attempts, row?.error],
      [0, 'The binding case-status/archive is not in the configuration any more.'],
    )
    assert.equal((await lanes.rows('main'))[0]?.status, 'waiting')
  })

  it('is sent again once the binding is back, and not before', async () => {
    const [{ id = '' } = {}] = await lanes.rows('archive')
    const isBound = (_: string, name: string) => without.find('case-status', name) !== undefined
    const around = { db, execute: lanes.execute, clock: lanes.now, wake: () => {} }
    const request = requestBy(alice)
    await assert.rejects(openLedger({ ...around, isBound }).redrive(request, id), {
      code: 'stateForbids',
      message: /^The binding case-status\/archive is not in the configuration: bind it again/,
    })
    assert.deepEqual(await standing(), [['failed', 'notBound']])
    await openLedger(around).redrive(request, id)
    assert.equal((await lanes.rows('archive'))[0]?.status, 'waiting')
    await look(lanes.bindings)
    assert.equal((await lanes.rows('archive'))[0]?.status, 'waiting')
  })

  it('can be dropped', async () => {
    later(2 * unboundMs)
    await look(without)
    const [{ id = '' } = {}] = await lanes.rows('archive')
    const isBound = () => false
    const around = { db, execute: lanes.execute, clock: lanes.now, wake: () => {}, isBound }
    await openLedger(around).drop(requestBy(alice), id, 'The archive is closed.')
    assert.equal((await lanes.rows('archive'))[0]?.status, 'dropped')
    assert.equal((await events()).at(-1), 'delivery.dropped')
  })
})
