/** The case that an address opens for reading, and the page, if it names one. */
export function readerAddress(path: string): { caseId: string; page?: number } | undefined {
  const [, caseId, page] = /^\/workspace\/cases\/([^/]+)\/read(?:\/pages\/(\d+))?(?:\/|$)/.exec(path) ?? []
  if (!caseId || !/^[\w-]+$/.test(caseId)) return undefined
  return { caseId, ...(page ? { page: Number(page) } : {}) }
}
