import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoError } from '@portico/sdk'
import { keepFollowing } from './keep-following.ts'

type Code = ConstructorParameters<typeof PorticoError>[0]['code']
const fault = (code: Code) => new PorticoError({ code, message: 'No.' })

describe('following a case', () => {
  it('goes on after a sign-in that had ended, and after a connection that was lost', async () => {
    const stop = new AbortController()
    const answers: Code[] = ['unauthenticated', 'network']
    let follows = 0
    let pauses = 0
    await keepFollowing(
      async () => {
        follows += 1
        const code = answers.shift()
        if (code) throw fault(code)
        stop.abort()
      },
      stop.signal,
      async () => {
        pauses += 1
      },
    )
    assert.deepEqual([follows, pauses], [3, 2])
  })

  it('stops where there is nothing to follow, and says why', async () => {
    for (const code of ['forbidden', 'notFound'] as const) {
      let follows = 0
      const why = await keepFollowing(async () => {
        follows += 1
        throw fault(code)
      }, new AbortController().signal)
      assert.deepEqual([follows, why], [1, code])
    }
  })
})
