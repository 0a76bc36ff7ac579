import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoError } from './errors.ts'
import { retryDelayMs } from './retry.ts'

const reset = new PorticoError({ code: 'network', message: 'reset' })

describe('the delay before a retry', () => {
  it('doubles up to half a minute, and lies between half and the whole of that', () => {
    const delays = (random: number) =>
      [1, 2, 3, 7, 40].map((failures) => retryDelayMs(reset, failures, () => random))
    assert.deepEqual(delays(1), [500, 1000, 2000, 30_000, 30_000])
    assert.deepEqual(delays(0), [250, 500, 1000, 15_000, 15_000])
  })

  it('is what the service asks for', () => {
    const busy = new PorticoError({ code: 'tooManyRequests', message: 'busy', retryAfterSeconds: 90 })
    assert.equal(
      retryDelayMs(busy, 1, () => 0),
      90_000,
    )
  })
})
