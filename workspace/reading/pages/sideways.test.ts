import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isHardlyVisible, isMostlyVisible, leftOf, leftOfPage, partAt } from './sideways.ts'

describe('a page between wider ones', () => {
  it('is centred when it is narrower than the pane', () => {
    assert.equal(leftOfPage(400, { view: 600, content: 1256 }), 328)
    assert.equal(leftOfPage(560, { view: 600, content: 600 }), 0)
  })

  it('is shown from its left edge when it is wider', () => {
    assert.equal(leftOfPage(900, { view: 600, content: 3000 }), 1034)
    assert.equal(leftOfPage(900, { view: 600, content: 932 }), 0)
  })

  it('is mostly visible where all of it is, or most of what fits', () => {
    assert.ok(isMostlyVisible(560, 0, { view: 600, content: 600 }))
    assert.ok(isMostlyVisible(400, 300, { view: 600, content: 1256 }))
    assert.ok(isMostlyVisible(900, 120, { view: 600, content: 932 }))
    assert.ok(!isMostlyVisible(400, 0, { view: 600, content: 1256 }))
    assert.ok(!isMostlyVisible(900, 0, { view: 600, content: 3000 }))
  })

  it('is hardly visible where next to nothing of it is', () => {
    assert.ok(isHardlyVisible(600, 0, { view: 600, content: 3000 }))
    assert.ok(isHardlyVisible(900, 2400, { view: 600, content: 3000 }))
    assert.ok(!isHardlyVisible(400, 0, { view: 600, content: 1256 }))
    assert.ok(!isHardlyVisible(600, 0, { view: 600, content: 600 }))
  })
})

describe('the part that is read', () => {
  const narrow = { content: 600, view: 600, scale: 1 }
  const wide = { content: 1256, view: 600, scale: 1 }

  it('stays in place when wider pages come and go', () => {
    assert.equal(leftOf(partAt(0, narrow), wide), 328)
    assert.equal(leftOf(partAt(328, wide), { ...wide, content: 2000 }), 700)
    assert.equal(leftOf(partAt(500, wide), { ...wide, content: 2000 }), 872)
    assert.equal(leftOf(partAt(328, wide), narrow), 0)
  })

  it('stays in place at another zoom and in a pane of another width', () => {
    assert.equal(leftOf(partAt(100, wide), { content: 2512, view: 600, scale: 2 }), 500)
    assert.equal(leftOf(partAt(328, wide), { ...wide, view: 400 }), 428)
  })
})
