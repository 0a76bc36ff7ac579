import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery } from '../query.ts'
import { snippetOf } from '../snippet.ts'
import { buildSegment } from './build-segment.ts'
import { type CaseIndex, indexOf, withPages } from './case-index.ts'
import { memoryPages } from './memory-pages.ts'
import { withoutPlaces, withoutRuns } from './segment.ts'

const of = (texts: readonly string[]) =>
  indexOf([buildSegment(texts.map((text, at) => ({ page: at + 1, text })))], 1)

async function found(index: CaseIndex, written: string) {
  const query = parseQuery(written)
  const owners = [{ documentId: 'doc_one', startPage: 1, endPage: 1_000_000 }]
  const { hits } = await memoryPages(index).findAndCount(query, { after: 0, limit: 2_000, owners })
  return hits.map(({ page, read }) => ({ page, snippet: snippetOf(read, query) }))
}
const pagesOf = async (index: CaseIndex, written: string) =>
  (await found(index, written)).map(({ page }) => page)

describe('an index of a case in memory', () => {
  it('finds what stands on pages with more kinds of gaps than it can tell apart', async () => {
    const marks = Array.from({ length: 1_300 }, (_, number) =>
      [...number.toString(5)].map((digit) => '.,;:!'[Number(digit)]).join(''),
    )
    const index = of(marks.map((mark) => `left ${mark}(${mark} knee`))
    const flags = [...index.segments[0]!.flags]
    assert.ok(flags.includes(0) && flags.includes(withoutRuns))
    assert.equal((await pagesOf(index, '"left knee"')).length, 1_300)
    assert.deepEqual(await pagesOf(index, '"knee left"'), [])
    assert.deepEqual(await pagesOf(index, 'left -knee'), [])
    assert.equal((await pagesOf(index, 'knee')).at(-1), 1_300)
  })

  it('finds what stands on a page of more runs than it keeps', async () => {
    const index = of([`${'a '.repeat(70_000)}needle case`, 'needle'])
    assert.equal(index.segments[0]!.flags[0], withoutRuns)
    assert.deepEqual(await pagesOf(index, '"a needle case"'), [1])
    assert.deepEqual(await pagesOf(index, 'needle'), [1, 2])
    assert.deepEqual(await pagesOf(index, 'needle -case'), [2])
  })

  it('shows what it finds behind a wide gap, and where one character is two numbers', async () => {
    const index = of([`before${' '.repeat(400)}needle behind`, '½ a needle'])
    assert.deepEqual(
      [...index.segments[0]!.flags].map((flag) => flag & withoutPlaces),
      [withoutPlaces, withoutPlaces],
    )
    assert.deepEqual(await found(index, '"needle"'), [
      { page: 1, snippet: 'needle behind' },
      { page: 2, snippet: '½ a needle' },
    ])
  })

  it('has the last reading of each page', async () => {
    let index = of(['one needle', 'two', 'three needle'])
    index = withPages(index, [{ page: 1, text: 'one thread' }], 2)
    index = withPages(index, [{ page: 2, text: 'two needle' }], 3)
    index = withPages(index, [{ page: 1, text: 'one pin' }], 4)
    assert.equal(index.segments.length, 2, 'small segments are made one')
    assert.deepEqual(await pagesOf(index, 'needle'), [2, 3])
    assert.deepEqual(await pagesOf(index, '"one needle" OR thread'), [])
    assert.deepEqual(await pagesOf(index, '"one pin" OR "two needle"'), [1, 2])
    const many = Array.from({ length: 64 }, (_, at) => ({ page: at + 10, text: 'needle' }))
    index = withPages(index, many, 5)
    assert.equal(index.segments.length, 3)
    assert.equal((await pagesOf(index, 'needle')).length, 66)
  })

  it('leaves out what is not wanted from segments that know it and from those that look for it', async () => {
    const common = Array.from({ length: 12 }, (_, at) => ({
      page: at + 1,
      text: at % 2 ? 'of the' : 'the of',
    }))
    const rare = Array.from({ length: 12 }, (_, at) => ({
      page: at + 13,
      text: `one two three four five ${at % 2 ? 'of the' : 'the of'} ${at === 3 ? 'pin' : 'needle'}`,
    }))
    const both = indexOf([common, rare].map(buildSegment), 1)
    const odd = (from: number) => Array.from({ length: 6 }, (_, at) => from + 2 * at)
    assert.deepEqual(await pagesOf(both, 'of -"of the"'), [...odd(1), ...odd(13)])
    assert.deepEqual(await pagesOf(both, 'of -"of the" -"the of"'), [])
    assert.deepEqual(await pagesOf(both, 'pin OR "the of" -"of the"'), [...odd(1), ...odd(13)])
  })

  it('may have no pages at all', async () => {
    assert.deepEqual(await pagesOf(of([]), 'needle OR "a b" OR pre*'), [])
    assert.deepEqual(await pagesOf(of(['']), 'needle OR "a b" OR pre*'), [])
  })
})
