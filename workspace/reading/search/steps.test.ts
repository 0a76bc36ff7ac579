import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hitFrom, hitsOf } from './steps.ts'

const box = (left: number) => ({ left, top: 0.1, right: left + 0.1, bottom: 0.12 })
const found = (page: number, ...lefts: number[]) => ({
  page,
  document: { id: 'd', name: 'd' },
  snippet: '',
  matches: [],
  boxes: lefts.map(box),
})

describe('stepping through hits', () => {
  const hits = hitsOf([{ hits: [found(3, 0.1, 0.5), found(8)] }, { hits: [found(20, 0.2)] }])

  it('every box is a hit, and so is a page whose words have no boxes yet', () => {
    assert.deepEqual(
      hits.map(({ page, box, index }) => [page, box?.left, index]),
      [
        [3, 0.1, 0],
        [3, 0.5, 1],
        [8, undefined, 2],
        [20, 0.2, 3],
      ],
    )
  })

  it('starts at the page that is read, and wraps around', () => {
    assert.equal(hitFrom(hits, undefined, 5, 1)?.page, 8)
    assert.equal(hitFrom(hits, undefined, 5, -1)?.index, 1)
    assert.equal(hitFrom(hits, undefined, 99, 1)?.index, 0)
    assert.equal(hitFrom(hits, hits[3], 1, 1)?.index, 0)
    assert.equal(hitFrom(hits, hits[0], 1, -1)?.index, 3)
    assert.equal(hitFrom([], undefined, 1, 1), undefined)
  })
})
