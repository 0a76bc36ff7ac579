/** `isWithin`: it leads to a place on the page, not to its top. */
export type ReaderAddress = { caseId: string; page?: number; zoom?: number; isWithin: boolean }

/** The case that an address opens for reading, and the page and its size in percent, if it names them. */
export function readerAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const [, caseId, page] =
    /^\/workspace\/cases\/([^/]+)\/read(?:\/pages\/(\d+))?(?:\/|$)/.exec(pathname) ?? []
  if (!caseId || !/^[\w-]+$/.test(caseId)) return undefined
  const asked = new URLSearchParams(search)
  const zoom = Number(asked.get('zoom'))
  const found: ReaderAddress = {
    caseId,
    isWithin: asked.has('annotation'),
    ...(page ? { page: Number(page) } : {}),
    ...(zoom >= 10 && zoom <= 1000 ? { zoom } : {}),
  }
  return found
}
