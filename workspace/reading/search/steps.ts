import type { Box, CaseSearchResult } from '@portico/sdk'

/** A hit; without a box while the places of the words on its page are unknown. */
export type Hit = { page: number; box: Box | undefined; index: number }

export function hitsOf(results: readonly Pick<CaseSearchResult, 'hits'>[]): Hit[] {
  return results
    .flatMap(({ hits }) => hits)
    .flatMap(({ page, boxes }): Omit<Hit, 'index'>[] =>
      boxes.length === 0 ? [{ page, box: undefined }] : boxes.map((box) => ({ page, box })),
    )
    .map((hit, index) => ({ ...hit, index }))
}

/** The next hit in reading order from a page on. After the last comes the first. */
export function hitFrom(hits: readonly Hit[], now: Hit | undefined, page: number, direction: 1 | -1) {
  if (hits.length === 0) return undefined
  if (now) return hits[(now.index + direction + hits.length) % hits.length]
  return direction === 1
    ? (hits.find((hit) => hit.page >= page) ?? hits[0])
    : (hits.findLast((hit) => hit.page <= page) ?? hits.at(-1))
}
