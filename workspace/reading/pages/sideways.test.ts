import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSideways, isHardlyVisible, isMostlyVisible, leftOf, leftOfPage, partAt } from './sideways.ts'

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

describe('scrolling sideways', () => {
  const page = { widest: 1600, view: 600, scale: 1, width: 1568 }

  /** In a pane that scrolls as far as it is told to. */
  function opened() {
    const sideways = createSideways()
    let left = 0
    const place = (change: Partial<typeof page> = {}) => {
      const next = sideways.place({ ...page, ...change })
      if (next !== undefined) {
        left = next
        sideways.drawn(next)
      }
      return left
    }
    const scrollTo = (to: number, isUpOrDown = false) => {
      left = to
      sideways.scrolled(to, isUpOrDown)
    }
    place()
    return { ...sideways, place, scrollTo }
  }

  it('keeps the middle at another zoom, although the reader has not scrolled sideways', () => {
    const { place } = opened()
    assert.equal(place({ widest: 3200, width: 3136, scale: 2 }), 300)
  })

  it('shows the next page from its edge while the reader turns pages, and keeps the part once they scroll', () => {
    const turning = opened()
    turning.goTo()
    assert.equal(turning.place({ width: 1000 }), 284)
    const scrolling = opened()
    scrolling.keep()
    assert.equal(scrolling.place({ width: 1000 }), 0)
    const byWheel = opened()
    byWheel.scrollTo(0, true)
    assert.equal(byWheel.place({ width: 1000 }), 0)
  })

  it('keeps the part that the reader chose if enough of the next page is visible there', () => {
    const { scrollTo, place, goTo } = opened()
    scrollTo(500)
    goTo()
    assert.equal(place({ width: 1000 }), 500)
    scrollTo(100)
    assert.equal(place({ width: 1000 }), 100, 'scrolling up and down moves nothing')
    goTo()
    assert.equal(place({ width: 1000 }), 284, 'only half of it would be visible')
    scrollTo(1000)
    assert.equal(place({ width: 400 }), 500, 'nothing of it would be visible')
  })

  it('asks for nothing while nothing changes', () => {
    const sideways = createSideways()
    sideways.place(page)
    assert.equal(sideways.place(page), undefined)
    assert.equal(createSideways().place({ ...page, widest: 0 }), undefined)
  })
})
