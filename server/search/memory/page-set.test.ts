import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ownerAt, stretchesOf } from '../page-owners.ts'
import { addPage, countPages, hasPage, nextPage, noPages, pagesOf } from './page-set.ts'

const lastPage = 200

describe('a set of pages', () => {
  it('has the pages that were added, in their order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: lastPage })), (pages) => {
        const set = noPages(lastPage)
        for (const page of pages) addPage(set, page)
        const listed: number[] = []
        for (let page = nextPage(set, -1); page !== undefined; page = nextPage(set, page)) listed.push(page)
        assert.deepEqual(
          listed,
          pages.toSorted((one, another) => one - another),
        )
        assert.equal(countPages(set), pages.length)
        assert.ok(pages.every((page) => hasPage(set, page)))
      }),
    )
  })

  it('of documents has exactly their pages', () => {
    const lengths = fc.array(fc.record({ gap: fc.nat(3), pages: fc.integer({ min: 1, max: 90 }) }), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(lengths, (given) => {
        let next = 1
        const owners = given.map(({ gap, pages }, index) => {
          const startPage = next + gap
          next = startPage + pages
          return { documentId: `doc_${index}`, startPage, endPage: next - 1 }
        })
        const set = pagesOf(owners, lastPage)
        const stretches = stretchesOf(owners)
        for (let page = 0; page <= lastPage; page++) {
          const owner = owners.findIndex(({ startPage, endPage }) => startPage <= page && page <= endPage)
          assert.equal(ownerAt(owners, page), owner)
          assert.equal(hasPage(set, page), owner !== -1)
          assert.equal(
            stretches.some(({ start, end }) => start <= page && page <= end),
            owner !== -1,
          )
        }
      }),
    )
  })
})
