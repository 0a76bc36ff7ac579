import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageMap } from '@portico/sdk'
import { copiesOf } from './copies.ts'

const document = (id: string, uniquePages: number, of: string | undefined, isLinked = true) => ({
  id,
  name: id,
  startPage: 1,
  endPage: 2,
  uniquePages,
  isLinked,
  duplicates: of
    ? [{ startPage: 1, endPage: 2, ofStartPage: 9, kind: 'near', ofDocument: { id: of, name: of } }]
    : [],
})
const map = {
  pages: 10,
  uniquePages: 4,
  comparedPages: 10,
  documents: [
    document('exam', 2, undefined),
    document('copy', 0, 'exam'),
    document('again', 0, 'exam'),
    document('partly', 1, 'exam'),
    document('undone', 0, 'exam', false),
  ],
} as unknown as PageMap

describe('copies in the file', () => {
  it('are folded only if every page repeats another', () => {
    const { first, wholly, counts, counterpart } = copiesOf(map)
    assert.deepEqual(
      [...wholly],
      [
        ['copy', 'exam'],
        ['again', 'exam'],
      ],
    )
    assert.equal(counts.get('exam'), 2)
    assert.deepEqual(first.get('partly'), { page: 9, isExact: false })
    assert.equal(first.has('undone'), false)
    assert.deepEqual([counterpart(2), counterpart(10), counterpart(5)], [10, 2, undefined])
    assert.equal(copiesOf(undefined).first.size, 0)
  })
})
