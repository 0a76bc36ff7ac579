import type { Box, CaseSearchResult } from '@portico/sdk'

/** One highlighted place; without a box while the words of its page have no known place. */
export type Hit = { page: number; box: Box | undefined; index: number }

export function hitsOf(results: readonly Pick<CaseSearchResult, 'hits'>[]): Hit[] {
  return results
    .flatMap(({ hits }) => hits)
    .flatMap(({ page, boxes }): Omit<Hit, 'index'>[] =>
      boxes.length === 0 ? [{ page, box: undefined }] : boxes.map((box) => ({ page, box })),
    )
    .map((hit, index) => ({ ...hit, index }))
}

/** The next hit in the order of reading, from a page on; around the end it goes on at the beginning. */
export function hitFrom(hits: readonly Hit[], now: Hit | undefined, page: number, direction: 1 | -1) {
  if (hits.length === 0) return undefined
  if (now) return hits[(now.index + direction + hits.length) % hits.length]
  return direction === 1
    ? (hits.find((hit) => hit.page >= page) ?? hits[0])
    : (hits.findLast((hit) => hit.page <= page) ?? hits.at(-1))
}
