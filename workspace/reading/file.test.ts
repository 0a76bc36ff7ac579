import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DocumentSummary } from '@portico/sdk'
import { caseFile, movedFrom } from './file.ts'

const document = (id: string, startPage: number, endPage: number) =>
  ({ id, name: id, startPage, endPage }) as DocumentSummary

describe('the file of a case', () => {
  // The second was revised: it has new pages, and its old ones have left the file.
  const file = caseFile([document('c', 7, 8), document('a', 1, 3), document('b', 9, 9)])

  it('is read as it is arranged', () => {
    assert.equal(file.pageCount, 6)
    assert.equal(file.lastPage, 9, 'no page has a number above the last')
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((index) => file.pageAt(index)),
      [7, 8, 1, 2, 3, 9],
    )
    for (const index of [0, 1, 2, 3, 4, 5]) assert.equal(file.indexOf(file.pageAt(index) as number), index)
  })

  it('knows the document of a page, and which pages it lacks', () => {
    assert.equal(file.documentOf(8)?.id, 'c')
    assert.equal(file.documentOf(3)?.id, 'a')
    for (const page of [0, 4, 6, 10, Number.NaN]) {
      assert.equal(file.documentOf(page), undefined)
      assert.equal(file.indexOf(page), undefined)
    }
    assert.equal(file.pageAt(6), undefined)
    assert.equal(caseFile([]).pageAt(0), undefined)
    assert.equal(caseFile([]).lastPage, 0)
  })
})

describe('a page that has left the file', () => {
  const before = caseFile([document('a', 1, 3), document('b', 4, 6), document('c', 7, 8)])
  const to = (page: number, ...after: DocumentSummary[]) => {
    const moved = movedFrom(page, before, caseFile(after))
    return moved && [moved.page, moved.why, moved.document.id]
  }

  it('is replaced by the same place of the new version, or by its end', () => {
    const after = [document('a', 1, 3), document('b', 9, 10), document('c', 7, 8)] as const
    assert.deepEqual(to(5, ...after), [10, 'revised', 'b'])
    assert.deepEqual(to(6, ...after), [10, 'revised', 'b'])
  })

  it('of a removed document is replaced by the next one, or by the end of the file', () => {
    assert.deepEqual(to(5, document('a', 1, 3), document('c', 7, 8)), [7, 'removed', 'b'])
    assert.deepEqual(to(8, document('a', 1, 3), document('b', 4, 6)), [6, 'removed', 'c'])
  })

  it('is not replaced while it is there, or when the file is empty', () => {
    assert.equal(to(5, document('c', 7, 8), document('b', 4, 6)), undefined)
    assert.equal(to(5), undefined)
    assert.equal(to(99, document('a', 1, 3)), undefined)
  })
})
