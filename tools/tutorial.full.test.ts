import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { follow, hasPython, tutorial } from './tutorial.ts'

describe('the tutorial about adapters', () => {
  const { inTypeScript, inPython } = tutorial()

  it('works as it is written, in TypeScript', async () => {
    assert.equal(inTypeScript.filter(({ claim }) => claim).length, 4)
    await follow(inTypeScript)
  })

  it('works as it is written, in Python', async (context) => {
    if (!(await hasPython())) return context.skip('there is no python3 here; npm run test:systems has it')
    assert.equal(inPython.filter(({ claim }) => claim).length, 1)
    await follow(inPython)
  })
})
