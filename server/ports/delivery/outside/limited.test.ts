import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limited } from './limited.ts'

describe('bytes from another system', () => {
  const { signal } = new AbortController()

  /** One piece each time that some seconds have passed. */
  function pieces(bytes: number, everySeconds: number, count: number) {
    let ms = 0
    async function* sent() {
      for (let index = 0; index < count; index++) {
        ms += everySeconds * 1000
        yield new Uint8Array(bytes)
      }
    }
    return limited(sent(), { mostBytes: 1_000_000, idleMs: 5000, signal, now: () => ms })
  }
  const received = async (all: AsyncIterable<Uint8Array>) =>
    (await Array.fromAsync(all)).reduce((sum, piece) => sum + piece.length, 0)

  it('may come slowly, and may begin slowly', async () => {
    assert.equal(await received(pieces(16_000, 4, 20)), 320_000)
    assert.equal(await received(pieces(1, 4, 1)), 1)
  })

  it('may not dribble', async () => {
    await assert.rejects(received(pieces(1, 4, 1000)), { code: 'timeout', message: /2048 bytes/ })
  })

  it('may not be too many', async () => {
    await assert.rejects(received(pieces(16_000, 1, 1000)), { code: 'refused' })
  })
})
