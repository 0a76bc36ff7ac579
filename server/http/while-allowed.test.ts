import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../core/kernel/decider.ts'
import { whileAllowed } from './while-allowed.ts'

describe('a file that takes long to send', () => {
  // What asks does not keep a process alive, and here nothing else does.
  let held: NodeJS.Timeout
  before(() => {
    held = setInterval(() => {}, 1000)
  })
  after(() => clearInterval(held))

  it('is broken off once its reader may not have it any more, and not while that cannot be asked', async () => {
    const answers = [undefined, new Error('the database is away'), new Refusal('forbidden', 'Your roles')]
    let asked = 0
    const stream = whileAllowed(
      new Readable({ read() {} }),
      async () => {
        const answer = answers[asked++]
        if (answer) throw answer
      },
      1,
    )
    const [error] = await once(stream, 'error')
    assert.ok(error instanceof Refusal)
    assert.deepEqual([asked, stream.destroyed], [3, true])
  })

  it('is not asked about any more once it is sent', async () => {
    let asked = 0
    const stream = whileAllowed(
      Readable.from(['all of it']),
      async () => {
        asked += 1
      },
      1,
    )
    assert.deepEqual(await stream.toArray(), ['all of it'])
    const atEnd = asked
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(asked, atEnd)
  })
})
