import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoError } from '@portico/sdk'
import { unlessChanged } from './unless-changed.ts'

describe('writing over what somebody has seen', () => {
  /** A case with one value, as the service keeps it: whoever names another version is refused. */
  function openCase(value: string) {
    const now = { value, version: 1 }
    const change = (to: string) => Object.assign(now, { value: to, version: now.version + 1 })
    const write = (seen: string, to: string, beforeWrite: () => void = () => {}) =>
      unlessChanged({
        version: async () => now.version,
        read: async () => now.value,
        isSeen: (found) => found === seen,
        write: async ({ ifMatch }) => {
          beforeWrite()
          if (ifMatch !== now.version)
            throw new PorticoError({ code: 'conflict', message: 'stale', status: 409 } as never)
          change(to)
        },
      })
    return { now, change, write }
  }

  it('is done where it is still there', async () => {
    const { now, write } = openCase('denied')
    assert.equal(await write('denied', 'allowed'), undefined)
    assert.equal(now.value, 'allowed')
  })

  it('is not done over what somebody else wrote, also in the last moment', async () => {
    const { now, change, write } = openCase('undecided')
    let isFirst = true
    const found = await write('undecided', 'allowed', () => {
      if (isFirst) change('denied')
      isFirst = false
    })
    assert.deepEqual(found, { found: 'denied' })
    assert.equal(now.value, 'denied')
  })

  it('is tried again when something else has happened to the case, and ends', async () => {
    const { now, write } = openCase('undecided')
    let others = 3
    const other = () => {
      if (others-- > 0) now.version++
    }
    assert.equal(await write('undecided', 'allowed', other), undefined)
    assert.equal(now.value, 'allowed')
    await assert.rejects(
      write('allowed', 'denied', () => void now.version++),
      { code: 'conflict' },
    )
  })
})
