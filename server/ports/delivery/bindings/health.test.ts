import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { PortError } from '@portico/contract/ports/kit'
import { readBindings } from '../../../store/port-bindings.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { outputPort } from '../../output/port.ts'
import type { Binding } from './binding.ts'
import { keepHealth } from './health.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase({ size: 1 })
})
after(() => db.close())

it('how a binding stands is kept until something else is known', async () => {
  const binding = { served: outputPort, name: 'main' } as unknown as Binding
  const health = keepHealth(db, binding, (error) => assert.fail(String(error)))
  const kept = async () => {
    await health.flush()
    const [row] = await readBindings(db)
    return row
  }
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))
  const away = new PortError('unavailable', 'Nobody is there.')

  health.opened(['recall'])
  health.succeeded(at(1))
  assert.deepEqual((await kept())?.supports, ['recall'])
  health.failed(at(2), away, at(30))
  assert.deepEqual((await kept())?.pausedUntil, at(30))
  // Whoever only looks does not know how often it is called.
  health.failed(at(3), away)
  const { supports, lastSuccessAt, lastFailureAt, errorCode, pausedUntil } = (await kept()) ?? {}
  assert.deepEqual([supports, lastSuccessAt, lastFailureAt], [['recall'], at(1), at(3)])
  assert.deepEqual([errorCode, pausedUntil], ['unavailable', at(30)])
  health.succeeded(at(4))
  assert.equal((await kept())?.pausedUntil, null)
})
