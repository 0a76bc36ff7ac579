import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { singleFlight } from './single-flight.ts'

describe('single flight', () => {
  it('does the work once for all who ask at the same time', async () => {
    const flight = singleFlight<number>()
    const gate = Promise.withResolvers<number>()
    let times = 0
    const work = () => {
      times += 1
      return gate.promise
    }
    const all = Promise.all([flight('a', work), flight('a', work), flight('a', work)])
    gate.resolve(7)
    assert.deepEqual(await all, [7, 7, 7])
    assert.equal(times, 1)
  })

  it('does other work apart, and the same work again later', async () => {
    const flight = singleFlight<string>()
    const done: string[] = []
    const work = (name: string) => async () => {
      done.push(name)
      return name
    }
    await Promise.all([flight('a', work('a')), flight('b', work('b'))])
    await flight('a', work('a'))
    assert.deepEqual(done, ['a', 'b', 'a'])
  })

  it('goes on when one caller leaves', async () => {
    const flight = singleFlight<number>()
    const gate = Promise.withResolvers<number>()
    const leaving = new AbortController()
    const left = flight('a', () => gate.promise, leaving.signal)
    const stayed = flight('a', () => assert.fail('a second time'))
    leaving.abort()
    await assert.rejects(left, { name: 'AbortError' })
    gate.resolve(7)
    assert.equal(await stayed, 7)
  })

  it('is aborted when the last caller leaves, and begins anew for the next', async () => {
    const flight = singleFlight<number>()
    const leaving = new AbortController()
    const aborted = Promise.withResolvers<void>()
    const left = flight(
      'a',
      (signal) => new Promise(() => signal.addEventListener('abort', () => aborted.resolve())),
      leaving.signal,
    )
    leaving.abort()
    await assert.rejects(left, { name: 'AbortError' })
    await aborted.promise
    assert.equal(await flight('a', async () => 8), 8)
  })

  it('does not remember a failure', async () => {
    const flight = singleFlight<number>()
    const failing = () => Promise.reject(new Error('no'))
    const both = [flight('a', failing), flight('a', failing)]
    for (const outcome of await Promise.allSettled(both)) assert.equal(outcome.status, 'rejected')
    assert.equal(await flight('a', async () => 9), 9)
  })
})
