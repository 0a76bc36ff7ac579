import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { addObligations } from './obligations/owe.ts'
import { configureBinding } from './port-bindings.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase({ size: 1 })
})
after(() => db.close())

it('what waits for a binding is due once the binding is told something else', async () => {
  const now = new Date('2026-11-20T09:00:00.000Z')
  const later = new Date('2026-11-20T10:00:00.000Z')
  const event = { caseId: 'case_1', eventId: 'evt_1', eventType: 'delivery.owed', sequence: 1, subject: 'd' }
  const of = { port: 'output', binding: 'main' }
  await addObligations(db, [{ id: 'obl_1', ...of, call: 'deliver', ...event, at: now.toISOString() }])
  const dueAfter = async (as: string) => {
    await db.rows(`update obligations set due_at = $1`, [later])
    await configureBinding(db, of, { as, now })
    const [row] = await db.rows<{ due_at: Date }>(`select due_at from obligations`)
    return row?.due_at
  }
  assert.deepEqual(await dueAfter('one'), now)
  assert.deepEqual(await dueAfter('one'), later, 'a restart alone changes nothing')
  assert.deepEqual(await dueAfter('other'), now)
})
