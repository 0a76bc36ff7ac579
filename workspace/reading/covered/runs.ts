/** Runs of pages, which stay short however much was read: `[[1, 40], [57, 60]]`. */
export function runsOf(pages: ReadonlySet<number>): [number, number][] {
  const runs: [number, number][] = []
  for (const page of [...pages].toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else runs.push([page, page])
  }
  return runs
}

export function pagesOf(runs: readonly (readonly [number, number])[]): Set<number> {
  const pages = new Set<number>()
  for (const [first, last] of runs) for (let page = first; page <= last; page++) pages.add(page)
  return pages
}
