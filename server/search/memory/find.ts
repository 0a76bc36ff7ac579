import { setImmediate } from 'node:timers/promises'
import type { Query, Term } from '../query.ts'
import { type CaseIndex, pageText } from './case-index.ts'
import { addAll, hasPage, keepOnly, nextPage, noPages, type PageSet, removeAll } from './page-set.ts'
import { askSegment, type SegmentQuery } from './segment-query.ts'

/** A query in the words of an index: for each segment, and together. */
export type IndexQuery = {
  segments: readonly SegmentQuery[]
  /** The living pages that may have a term, and whether they do. */
  term(term: Term): { pages: PageSet; isSettled: boolean }
}

export function askIndex(index: CaseIndex, query: Query): IndexQuery {
  const segments = index.segments.map((segment) => askSegment(segment, query, index.lastPage))
  return {
    segments,
    term(asked) {
      const pages = noPages(index.lastPage)
      let isSettled = true
      for (const [number, segment] of segments.entries()) {
        const here = segment.term(asked)
        isSettled &&= here.isSettled
        const living = index.living[number]
        if (!living) addAll(pages, here.pages)
        else {
          const kept = here.pages.slice()
          keepOnly(kept, living)
          addAll(pages, kept)
        }
      }
      return { pages, isSettled }
    },
  }
}

const longestTurnMs = 5

/**
 * Visits the pages that a query finds, in page order, behind a page and among those allowed, until one visit says
 * `enough`. What words tell is told by the index; all else is looked for in the runs of the candidates. Whatever the
 * query, others get their turn now and then.
 */
export async function eachPageFound(
  index: CaseIndex,
  query: Query,
  { segments, term }: IndexQuery,
  { after, allowed }: { after: number; allowed: PageSet },
  visit: (page: number) => 'enough' | undefined,
): Promise<void> {
  if (query.required.length === 0) return
  const candidates = allowed.slice()
  let isSettled = true
  for (const terms of query.required) {
    const either = index.byText.slice()
    for (const { pages, ...found } of terms.map(term)) {
      addAll(either, pages)
      isSettled &&= found.isSettled
    }
    keepOnly(candidates, either)
  }
  for (const { pages, ...found } of query.excluded.map(term)) {
    if (found.isSettled) removeAll(candidates, pages)
    isSettled &&= found.isSettled
  }
  const isFound = (page: number) => {
    if (hasPage(index.byText, page)) return pageText(index, page).isHit(query)
    return isSettled || segments[index.segmentOf[page]! - 1]!.isFound(index.placeIn[page]!, page)
  }
  let turnEnds = performance.now() + longestTurnMs
  let looked = 0
  for (let page = nextPage(candidates, after); page !== undefined; page = nextPage(candidates, page)) {
    if (isFound(page) && visit(page) === 'enough') return
    if ((++looked & 15) === 0 && performance.now() > turnEnds) {
      await setImmediate()
      turnEnds = performance.now() + longestTurnMs
    }
  }
}
