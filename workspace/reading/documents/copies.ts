import type { PageMap } from '@portico/sdk'

type Run = { startPage: number; endPage: number; ofStartPage: number }

export type Copies = {
  /** The page that repeats a page, or that it repeats. */
  counterpart(page: number): number | undefined
  /** The page that the first repeated page of a document repeats. */
  first: ReadonlyMap<string, { page: number; isExact: boolean }>
  /** Documents whose every page repeats another, and the document that each repeats first. */
  wholly: ReadonlyMap<string, string>
  /** How many documents repeat a document wholly. */
  counts: ReadonlyMap<string, number>
}

/** The duplicate pages of the file. A link that was undone does not count. */
export function copiesOf(map: PageMap | undefined): Copies {
  const first = new Map<string, { page: number; isExact: boolean }>()
  const wholly = new Map<string, string>()
  const counts = new Map<string, number>()
  const runs: Run[] = []
  for (const { id, isLinked, uniquePages, duplicates } of map?.documents ?? []) {
    const [run] = duplicates
    if (!run || !isLinked) continue
    runs.push(...duplicates)
    first.set(id, { page: run.ofStartPage, isExact: run.kind === 'exact' })
    if (uniquePages > 0 || run.ofDocument.id === id) continue
    wholly.set(id, run.ofDocument.id)
    counts.set(run.ofDocument.id, (counts.get(run.ofDocument.id) ?? 0) + 1)
  }
  const counterpart = (page: number) => {
    const copy = runs.find(({ startPage, endPage }) => page >= startPage && page <= endPage)
    if (copy) return copy.ofStartPage + page - copy.startPage
    const original = runs.find(
      ({ startPage, endPage, ofStartPage }) =>
        page >= ofStartPage && page <= ofStartPage + endPage - startPage,
    )
    return original && original.startPage + page - original.ofStartPage
  }
  return { counterpart, first, wholly, counts }
}
