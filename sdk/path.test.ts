import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { path } from './path.ts'

describe('path', () => {
  it('keeps a value within its segment', () => {
    assert.equal(path`/tags/${'50/50 #1? 100% ü'}`, '/tags/50%2F50%20%231%3F%20100%25%20%C3%BC')
  })

  it('refuses a value that would climb out of its place or vanish', () => {
    for (const value of ['.', '..', '']) {
      assert.throws(() => path`/appeals/${value}/documents`, { code: 'badRequest' })
    }
    assert.equal(path`/tags/${'...'}`, '/tags/...')
  })

  it('refuses text that is not well-formed', () => {
    assert.throws(() => path`/tags/${'\ud800'}`, { code: 'badRequest' })
  })
})
