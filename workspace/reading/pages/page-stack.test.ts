import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gap, nextZoom, type Sheet, stackPages, usualSheet } from './page-stack.ts'
import { atRest, clamped, longest, scrolled } from './scroll-space.ts'

const view = { zoom: 0.75 as const, paneWidth: 700 }
const wide: Sheet = { width: 792, height: 612, rotate: 0 }

describe('the stack of pages', () => {
  it('puts pages one below the other, and finds the page at a place', () => {
    const stack = stackPages(3, (index) => (index === 1 ? wide : usualSheet), view)
    assert.deepEqual([stack.heightOf(0), stack.heightOf(1), stack.widthOf(1)], [792, 612, 792])
    assert.equal(stack.topOf(1), stack.topOf(0) + 792 + gap)
    for (const index of [0, 1, 2]) {
      assert.equal(stack.indexAt(stack.topOf(index)), index)
      assert.equal(stack.indexAt(stack.topOf(index) + stack.heightOf(index) + gap - 1), index)
    }
    assert.equal(stack.indexAt(-50), 0)
    assert.equal(stack.indexAt(1e9), 2)
  })

  it('assumes that an unknown page is like the last known one', () => {
    const stack = stackPages(3, (index) => (index === 0 ? wide : undefined), view)
    assert.equal(stack.heightOf(2), 612)
  })

  it('fits every page to the pane, rotated or not', () => {
    const stack = stackPages(2, (index) => (index === 0 ? wide : usualSheet), { ...view, zoom: 'fit' })
    assert.ok(Math.abs(stack.widthOf(0) - stack.widthOf(1)) < 0.01)
    const turned = stackPages(1, () => ({ ...wide, rotate: 90 }), view)
    assert.deepEqual([turned.widthOf(0), turned.heightOf(0)], [612, 792])
  })

  it('zooms in steps, to a largest and a smallest', () => {
    assert.equal(nextZoom(1, 1), 1.1)
    assert.equal(nextZoom(1, -1), 0.9)
    assert.equal(nextZoom(6, 1), 6)
    assert.equal(nextZoom(0.25, -1), 0.25)
  })
})

describe('scrolling further than a browser can', () => {
  const extent = { height: 40_000_000, viewport: 800 }

  it('a small step moves by its length, wherever the bar is', () => {
    const space = { physical: 100, virtual: 20_000_000 }
    assert.deepEqual(scrolled(space, 160, extent), { physical: 160, virtual: 20_000_060 })
  })

  it('dragging the bar to its end leads to the last page, and to its middle halfway', () => {
    const start = { physical: 0, virtual: 0 }
    assert.equal(scrolled(start, longest - 800, extent).virtual, extent.height - 800)
    const half = scrolled(start, (longest - 800) / 2, extent).virtual
    assert.ok(Math.abs(half - (extent.height - 800) / 2) < 1)
  })

  it('at rest the bar shows the true place; a short file needs no shift', () => {
    const at = atRest(20_000_000, extent)
    assert.ok(Math.abs(scrolled({ physical: 0, virtual: 0 }, at, extent).virtual - 20_000_000) < 1)
    assert.equal(atRest(5000, { height: 9000, viewport: 800 }), 5000)
    assert.equal(clamped(9000, { height: 9000, viewport: 800 }), 8200)
  })
})
