import type { DuplicateRun } from '@portico/contract/documents'

export type PageSpan = { startPage: number; endPage: number }

/**
 * The duplicate runs of which the reader may see every original page. `spans` are the pages that the reader may see, in
 * page order.
 */
export function visibleRuns<Run extends Pick<DuplicateRun, 'startPage' | 'endPage' | 'ofStartPage'>>(
  runs: readonly Run[],
  spans: readonly PageSpan[],
): Run[] {
  return runs.filter(({ startPage, endPage, ofStartPage }) => {
    let next = ofStartPage
    const last = ofStartPage + endPage - startPage
    for (const span of spans) {
      if (span.startPage > next || next > last) break
      next = Math.max(next, span.endPage + 1)
    }
    return next > last
  })
}
