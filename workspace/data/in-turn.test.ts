import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoError } from '@portico/sdk'
import { inTurn, inTurnUnlessChanged } from './in-turn.ts'

const conflict = () => new PorticoError({ code: 'conflict', message: 'Changed meanwhile.' })

/** A case of three documents that refuses what was not written over its latest version. */
function aCase() {
  const names = new Map([
    ['one', 'a'],
    ['two', 'a'],
    ['three', 'a'],
  ])
  let version = 7
  let looks = 0
  const elsewhere = (id: string, name: string) => {
    names.set(id, name)
    version += 1
  }
  const rename = (meanwhile: (id: string) => void) =>
    inTurnUnlessChanged({
      items: [...names.keys()],
      look: async () => {
        looks += 1
        return { version, found: new Map(names) }
      },
      isSeen: (id, found) => found.get(id) === 'a',
      write: async (id, { ifMatch }) => {
        meanwhile(id)
        if (ifMatch !== version) throw conflict()
        elsewhere(id, 'mine')
      },
    })
  return { names, elsewhere, rename, looks: () => looks }
}

describe('writing many things', () => {
  it('goes over what was seen, and looks once while nobody else writes', async () => {
    const { names, rename, looks } = aCase()
    assert.deepEqual(await rename(() => {}), { done: ['one', 'two', 'three'], changed: [] })
    assert.deepEqual([[...names.values()], looks()], [['mine', 'mine', 'mine'], 1])
  })

  it('leaves alone what somebody else has changed meanwhile', async () => {
    const { names, elsewhere, rename } = aCase()
    let isFirst = true
    const written = await rename((id) => {
      if (id !== 'two' || !isFirst) return
      isFirst = false
      elsewhere('two', 'theirs')
    })
    assert.deepEqual(written, { done: ['one', 'three'], changed: ['two'] })
    assert.deepEqual([...names.values()], ['mine', 'theirs', 'mine'])
  })

  it('tells how far it came where the case is never still, or nobody answers', async () => {
    const { elsewhere, rename } = aCase()
    const { done, error } = await rename((id) => id === 'two' && elsewhere('other', 'x'))
    assert.deepEqual([done, (error as PorticoError).code], [['one'], 'conflict'])
    const broken = new Error('No connection.')
    const written = await inTurn(
      [1, 2, 3, 4, 5],
      async (item) => {
        if (item === 3) throw broken
      },
      2,
    )
    assert.deepEqual(written, { done: [1, 2, 4], changed: [], error: broken })
  })
})
