import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { PortError } from '@portico/contract/ports/kit'
import { addObligations } from '../../../store/obligations/owe.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { outputPort } from '../../output/port.ts'
import { type Binding, type Bindings, noBindings } from '../bindings/binding.ts'
import { keepHealth } from '../bindings/health.ts'
import { openPortsDesk } from './desk.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase({ size: 1 })
})
after(() => db.close())

const at = '2026-11-20T09:00:00.000Z'
const owe = (id: string, binding: string) => {
  const event = { caseId: 'case_1', eventId: 'evt_1', eventType: 'delivery.owed', sequence: 1, subject: 'd' }
  return addObligations(db, [{ id, port: 'output', binding, call: 'deliver', ...event, at }])
}
const outputOf = async (bindings: Bindings) => {
  const none = {} as never
  const desk = openPortsDesk({
    ...{ db, bindings, capabilities: none, inbox: none, ledger: none, fileLinks: none },
    ...{ clock: () => new Date(at), look: async () => {}, wake: () => {} },
  })
  return (await desk.list()).find(({ name }) => name === 'output')
}

it('what waits for a binding that is configured no more is told of', async () => {
  await owe('obl_1', 'old')
  const output = await outputOf(noBindings)
  const { name, adapter, waiting, oldest } = output?.bindings[0] ?? {}
  assert.deepEqual([output?.state, name, adapter, waiting, oldest], ['degraded', 'old', 'none', 1, at])
})

it('a binding is failing as long as its calls are, whether or not it can be reached', async () => {
  const waiting = new Map([['main', 0]])
  const served = { ...outputPort, waiting: async () => waiting }
  const binding = { served, name: 'main', definition: { name: 'http' } } as unknown as Binding
  const bindings = { all: [binding], ports: [served], find: () => binding }
  const health = keepHealth(db, binding, (error) => assert.fail(String(error)))
  const minute = (number: number) => new Date(Date.UTC(2026, 10, 20, 8, number))
  const stands = async () => {
    await health.flush()
    const found = (await outputOf(bindings))?.bindings.find(({ name }) => name === 'main')
    return [found?.health, found?.waiting, found?.lastError]
  }
  health.succeeded(minute(1))
  health.failed(minute(2), new PortError('conflict', 'Not now.'))
  health.checked(minute(3))
  await owe('obl_2', 'main')
  assert.deepEqual(await stands(), ['failing', 1, 'conflict: Not now.'])
  await db.rows(`update obligations set status = 'failed' where id = 'obl_2'`)
  assert.deepEqual(await stands(), ['failing', 0, 'conflict: Not now.'], 'a dead letter')
  await db.rows(`update obligations set status = 'dropped' where id = 'obl_2'`)
  assert.equal((await stands())[0], 'healthy', 'nothing is left of it')
  health.checkFailed(minute(4), new PortError('unavailable', 'Nobody is there.'))
  assert.equal((await stands())[0], 'failing')
  health.succeeded(minute(5))
  waiting.set('main', 7)
  assert.deepEqual((await stands()).slice(0, 2), ['healthy', 7], 'what it is still to fetch waits, too')
})
