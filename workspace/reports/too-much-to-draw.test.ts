import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooMuchToDraw } from './too-much-to-draw.ts'

describe('too much to draw', () => {
  const rows = (length: number) => Array.from({ length }, (_, index) => ({ day: index % 30, id: index }))
  const datasets = { some: rows(1000), many: rows(90_000) }
  const unit = { data: { name: 'some' }, mark: 'bar', encoding: {} }
  const summed = { ...unit, encoding: { y: { aggregate: 'count' } } }

  it('is more rows than a viewer can keep, in all charts together', () => {
    assert.equal(isTooMuchToDraw({ ...summed, data: { name: 'many' } }, datasets), false)
    assert.equal(
      isTooMuchToDraw(
        { data: { name: 'many' }, layer: [summed, summed].map(({ data: _, ...one }) => one) },
        datasets,
      ),
      true,
    )
    assert.equal(isTooMuchToDraw({ hconcat: Array(50).fill(summed) }, datasets), false)
  })

  it('is fewer marks than rows', () => {
    assert.equal(isTooMuchToDraw(unit, datasets), false)
    assert.equal(isTooMuchToDraw({ ...unit, data: { name: 'many' } }, datasets), true)
    assert.equal(isTooMuchToDraw({ hconcat: Array(50).fill(unit) }, datasets), true)
  })

  it('counts what a fold makes of a row, and what each facet draws', () => {
    const fold = { fold: Array(40).fill('a') }
    assert.equal(isTooMuchToDraw({ ...summed, transform: [fold] }, datasets), false)
    assert.equal(isTooMuchToDraw({ transform: [fold], hconcat: [summed, summed, summed] }, datasets), true)
    const by = (...fields: string[]) => ({
      ...summed,
      encoding: Object.fromEntries(fields.map((field, index) => [['row', 'column'][index], { field }])),
    })
    assert.equal(isTooMuchToDraw(by('day'), datasets), false)
    assert.equal(isTooMuchToDraw(by('id'), datasets), true)
    assert.equal(isTooMuchToDraw(by('day', 'day'), datasets), true)
    assert.equal(isTooMuchToDraw(by('madeByTheChart'), datasets), true)
  })
})
