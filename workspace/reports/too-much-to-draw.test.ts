import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooMuchToDraw } from './too-much-to-draw.ts'

describe('too much to draw', () => {
  const datasets = { some: Array(1000).fill({}), many: Array(90_000).fill({}) }
  const unit = { data: { name: 'some' }, mark: 'bar', encoding: {} }

  it('is more rows than a viewer can keep, in all charts together', () => {
    assert.equal(isTooMuchToDraw(unit, datasets), false)
    assert.equal(isTooMuchToDraw({ ...unit, data: { name: 'many' } }, datasets), false)
    assert.equal(
      isTooMuchToDraw({ data: { name: 'many' }, layer: [{ mark: 'bar' }, { mark: 'rule' }] }, datasets),
      true,
    )
    assert.equal(isTooMuchToDraw({ hconcat: Array(50).fill(unit) }, datasets), false)
  })

  it('counts what a fold makes of a row, and what each facet draws', () => {
    const fold = { fold: Array(40).fill('a') }
    assert.equal(isTooMuchToDraw({ ...unit, transform: [fold] }, datasets), false)
    assert.equal(isTooMuchToDraw({ transform: [fold], hconcat: [unit, unit, unit] }, datasets), true)
    const faceted = { ...unit, data: { name: 'many' }, encoding: { row: { field: 'day' } } }
    assert.equal(isTooMuchToDraw(faceted, datasets), true)
  })
})
