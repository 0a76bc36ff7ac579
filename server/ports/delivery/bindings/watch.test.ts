import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Adapter } from '@portico/contract/ports/kit'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { testClock } from '../../../test/identity.ts'
import { outputPort } from '../../output/port.ts'
import type { Binding } from './binding.ts'
import type { BindingHealth } from './health.ts'
import { watchBinding } from './watch.ts'

const calls = { deliver: async () => assert.fail('nothing is delivered here') }
const never = () => new Promise<never>(() => {})
const minute = 60_000

describe('an adapter that watches for facts', () => {
  let db: TestDatabase
  let time: ReturnType<typeof testClock>
  let number = 0
  before(async () => {
    db = await freshDatabase({ size: 2 })
  })
  after(() => db.close())
  beforeEach(() => {
    time = testClock()
    number += 1
  })

  /** One process of several: how often its adapter was started and closed, and what was said of its health. */
  const processOf = (holder: string, ways: Partial<Adapter> = {}, timeoutMs = 60_000) => {
    const seen = { started: 0, closed: 0, failures: [] as string[], checks: 0 }
    const adapter: Adapter = {
      supports: [],
      calls: calls as never,
      async start() {
        seen.started += 1
      },
      ...ways,
    }
    const health: BindingHealth = {
      opened() {},
      succeeded() {},
      checked() {
        seen.checks += 1
      },
      failed: () => assert.fail('nobody calls it'),
      checkFailed: (_, { code, message }) => void seen.failures.push(`${code}: ${message}`),
      flush: async () => {},
    }
    const bound = { served: outputPort, name: `main-${number}`, timeoutMs }
    const binding = { ...bound, secrets: [], options: {}, definition: { options: {} } } as unknown as Binding
    const watching = watchBinding(binding, {
      db,
      holder,
      clock: time.clock,
      adapter: async () => adapter,
      async reopen() {
        seen.closed += 1
      },
      health,
      onAdapter() {},
    })
    return { ...watching, seen }
  }

  it('is started by one process of two, which renews its lease', async () => {
    const one = processOf('one')
    await one.look()
    const two = processOf('two')
    await two.look()
    for (const _ of [1, 2, 3]) {
      time.pass(0.75 * minute)
      await one.look()
      await two.look()
    }
    assert.deepEqual([one.seen.started, two.seen.started], [1, 0])
    await one.stop()
    await two.stop()
  })

  it('is taken over once its process is dead, and given up by one that comes back', async () => {
    const dead = processOf('dead')
    await dead.look()
    const other = processOf('other')
    await other.look()
    time.pass(minute + 1)
    await other.look()
    assert.deepEqual([dead.seen.started, other.seen.started], [1, 1])
    await dead.look()
    await dead.look()
    assert.deepEqual([dead.seen.started, dead.seen.closed], [1, 1])
    await dead.stop()
    await other.look()
    assert.equal(other.seen.closed, 0)
    await other.stop()
  })

  it('goes over at once when its process stops', async () => {
    const one = processOf('one')
    await one.look()
    await one.stop()
    const two = processOf('two')
    await two.look()
    assert.equal(two.seen.started, 1)
    await two.stop()
  })

  it('keeps its lease while the other side is away', async () => {
    let isAway = false
    const one = processOf('one', {
      async check() {
        if (isAway) throw new Error('It is away.')
      },
    })
    await one.look()
    isAway = true
    const two = processOf('two')
    for (const _ of [1, 2, 3]) {
      time.pass(0.75 * minute)
      await one.look()
      await two.look()
    }
    assert.equal(two.seen.started, 0)
    assert.ok(one.seen.failures.every((failure) => failure === 'unavailable: It is away.'))
    assert.equal(one.seen.failures.length, 3)
    await one.stop()
    await two.stop()
  })

  it('that hangs or throws when it is started is closed, and started anew', async () => {
    const hanging = processOf('one', { start: never }, 20)
    await hanging.look()
    assert.equal(hanging.seen.closed, hanging.seen.failures.length)
    assert.match(hanging.seen.failures[0] ?? '', /^timeout: /)
    assert.equal(hanging.seen.checks, 0)
    await hanging.stop()
  })

  it('does not hold up a stop, wherever it hangs', async () => {
    for (const ways of [{ check: never }, { start: never }]) {
      const hanging = processOf('one', ways, 3_600_000)
      await hanging.stop()
      assert.deepEqual(hanging.seen.failures, [])
    }
  })
})
