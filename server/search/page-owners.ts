/** A document and the pages that are its own: what a search may find, and whose a found page is. */
export type PageOwner = { documentId: string; startPage: number; endPage: number }

/** In page order and apart from each other. */
export type PageOwners = readonly PageOwner[]

/** The place among the owners of the one that has a page; -1 where none has. */
export function ownerAt(owners: PageOwners, page: number): number {
  let low = 0
  let high = owners.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { startPage, endPage } = owners[middle]!
    if (page < startPage) high = middle - 1
    else if (page > endPage) low = middle + 1
    else return middle
  }
  return -1
}

/** The pages of all owners as stretches, as few as they can be. */
export function stretchesOf(owners: PageOwners): { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = []
  for (const { startPage, endPage } of owners) {
    const last = stretches.at(-1)
    if (last && startPage === last.end + 1) last.end = endPage
    else stretches.push({ start: startPage, end: endPage })
  }
  return stretches
}
