import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageUnits } from '@portico/contract/manifest'
import fc from 'fast-check'
import { areFractions, boxOn, type PageShape, type Place, placeOn } from './page-units.ts'

const letter: PageShape = { width: 612, height: 792, rotation: 0 }

const near = (position: Place & PageUnits, shape: PageShape, x: number, y: number) => {
  const place = placeOn(shape, position, position)
  assert.ok(
    Math.abs(place.x - x) < 1e-9 && Math.abs(place.y - y) < 1e-9,
    `${JSON.stringify(position)} is at ${place.x}, ${place.y}, not ${x}, ${y}`,
  )
}

/** Where a place of the upright page is seen when the page is turned clockwise: each quarter takes (x, y) to (1 - y, x). */
function turned(x: number, y: number, turn: number): [number, number] {
  let [across, down] = [x, y]
  for (let quarter = 0; quarter < turn / 90; quarter++) [across, down] = [1 - down, across]
  return [across, down]
}

describe('a position in the units of another system', () => {
  it('in fractions is what it is', () => {
    near({ x: 0.25, y: 0.75 }, letter, 0.25, 0.75)
    assert.ok(areFractions({}))
    assert.ok(!areFractions({ rotation: 'page' }))
  })
  it('in points and in pixels is held against the page', () => {
    near({ x: 153, y: 198, unit: 'point' }, letter, 0.25, 0.25)
    near({ x: 153, y: 198, unit: 'point', origin: 'bottomLeft' }, letter, 0.25, 0.75)
    near({ x: 204, y: 264, unit: 'pixel' }, letter, 0.25, 0.25)
    near({ x: 318.75, y: 412.5, unit: 'pixel', dpi: 150 }, letter, 0.25, 0.25)
  })
  it('measured on a turned page is turned back', () => {
    // The top left of the upright page is at the top right of the page turned by a quarter.
    near({ x: 792, y: 0, unit: 'point', rotation: 90 }, letter, 0, 0)
    near({ x: 612, y: 792, unit: 'point', rotation: 180 }, letter, 0, 0)
    near({ x: 0, y: 612, unit: 'point', rotation: 270 }, letter, 0, 0)
    near({ x: 792, y: 0, unit: 'point', rotation: 'page' }, { ...letter, rotation: 90 }, 0, 0)
  })
  it('comes back from every turn, unit and origin', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    const turn = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const)
    const size = fc.integer({ min: 10, max: 5000 })
    fc.assert(
      fc.property(part, part, turn, size, size, fc.boolean(), (x, y, rotation, width, height, isBelow) => {
        const [across, down] = turned(x, y, rotation)
        const [shownWidth, shownHeight] = rotation % 180 === 0 ? [width, height] : [height, width]
        const measured = {
          x: across * shownWidth,
          y: (isBelow ? 1 - down : down) * shownHeight,
          unit: 'point' as const,
          rotation,
          origin: isBelow ? ('bottomLeft' as const) : ('topLeft' as const),
        }
        const place = placeOn({ width, height, rotation: 0 }, measured, measured)
        assert.ok(Math.abs(place.x - x) < 1e-6 && Math.abs(place.y - y) < 1e-6)
      }),
    )
  })
  it('as a rectangle keeps its left before its right, however the page was turned', () => {
    const measured = { left: 0, top: 0, right: 79.2, bottom: 61.2 }
    const box = boxOn(letter, { unit: 'point', rotation: 90 }, measured)
    for (const [side, part] of Object.entries({ left: 0, top: 0.9, right: 0.1, bottom: 1 })) {
      assert.ok(Math.abs(box[side as keyof typeof box] - part) < 1e-9, side)
    }
  })
  it('outside its page is refused, save for rounding', () => {
    near({ x: 612.3, y: 0, unit: 'point' }, letter, 1, 0)
    for (const position of [
      { x: 700, y: 10, unit: 'point' as const },
      { x: 10, y: -20, unit: 'pixel' as const },
      { x: 1.2, y: 0.5 },
    ])
      assert.throws(() => placeOn(letter, position, position), /must be on its page/)
  })
})
