import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { gathered, openWakeable } from './wakeable.ts'

const long = 60_000

describe('sleep that can be ended', () => {
  it('ends when it is woken', async () => {
    const { sleep, wake } = openWakeable(new AbortController().signal)
    const sleeping = sleep(long)
    wake()
    await sleeping
  })

  it('does not begin if it was woken before, and begins the next time', async () => {
    const { sleep, wake } = openWakeable(new AbortController().signal)
    wake()
    await sleep(long)
    const again = sleep(long).then(() => 'awake')
    assert.equal(await Promise.race([again, sleepFor(20, 'asleep')]), 'asleep')
    wake()
    await again
  })

  it('does not begin after a stop', async () => {
    const stopping = new AbortController()
    stopping.abort()
    await openWakeable(stopping.signal).sleep(long)
  })
})

describe('gathered calls', () => {
  it('run once for all within a moment, and once more for the next', async () => {
    let runs = 0
    const run = gathered(() => {
      runs += 1
    }, 5)
    run()
    run()
    await sleepFor(30)
    assert.equal(runs, 1)
    run()
    await sleepFor(30)
    assert.equal(runs, 2)
  })
})
