import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBreaker } from './breaker.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, seconds))

describe('a circuit breaker', () => {
  it('opens by what fails together once, and twice as long after each try in vain', () => {
    const breaker = openBreaker()
    for (let call = 0; call < 100; call++) breaker.failed(at(0))
    assert.deepEqual(breaker.pausedUntil(), at(15))
    assert.equal(breaker.room(at(14), 0), 0)
    assert.equal(breaker.room(at(15), 0), 1)
    breaker.failed(at(20))
    assert.deepEqual(breaker.pausedUntil(), at(50))
    assert.equal(breaker.room(at(50), 0), 1)
    breaker.succeeded()
    assert.equal(breaker.room(at(51), 0), Number.POSITIVE_INFINITY)
  })

  it('is tried at once where somebody wants it, with one call if it was open', () => {
    const breaker = openBreaker()
    for (let call = 0; call < 5; call++) breaker.failed(at(0))
    breaker.resume()
    assert.equal(breaker.room(at(1), 0), 1)
    const asked = openBreaker()
    asked.pause(at(3000))
    assert.equal(asked.room(at(1), 0), 0)
    asked.resume()
    assert.equal(asked.room(at(1), 0), Number.POSITIVE_INFINITY)
  })
})
