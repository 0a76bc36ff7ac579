import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sideways } from './beside.ts'

describe('a page between wider ones', () => {
  it('comes into the middle when it is narrower than the pane', () => {
    assert.equal(sideways({ scrolled: 0, view: 600, content: 1256, width: 400 }), 328)
  })

  it('begins at its left edge when it is wider', () => {
    assert.equal(sideways({ scrolled: 0, view: 600, content: 3000, width: 900 }), 1034)
  })

  it('stays where it is in view: all of it, or most of what can be', () => {
    assert.equal(sideways({ scrolled: 0, view: 600, content: 600, width: 560 }), undefined)
    assert.equal(sideways({ scrolled: 300, view: 600, content: 1256, width: 400 }), undefined)
    assert.equal(sideways({ scrolled: 120, view: 600, content: 932, width: 900 }), undefined)
  })
})
