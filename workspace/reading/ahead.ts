import { caseDetail } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { openedClient } from '../data/session.ts'
import { caseFile } from './file.ts'
import { beginToDraw } from './pages/draw-page.ts'
import { type PdfFiles, pdfFiles } from './pages/pdf-files.ts'
import { caseDocuments, casePermissions } from './queries.ts'

let begun: { caseId: string; pdfs: PdfFiles } | undefined

/**
 * Whoever comes to a page by its address waits for it alone: what the reader will ask for is asked for while the shell
 * still finds out who is there. What is refused is asked for again by who shows why.
 */
export async function readAhead({ caseId, page }: { caseId: string; page?: number }): Promise<void> {
  const pdfs = pdfFiles(caseId)
  begun = { caseId, pdfs }
  pdfs.prepare()
  await openedClient()
  void queryClient.prefetchQuery(caseDetail(caseId))
  void queryClient.prefetchQuery(casePermissions(caseId))
  const documents = await queryClient.fetchQuery(caseDocuments(caseId))
  const file = caseFile(documents)
  const first = page === undefined ? documents[0] : file.documentOf(page)
  if (!first) return
  const { pdf, firstPage, release } = await pdfs.open(first.id)
  try {
    const proxy = await pdf.getPage(firstPage + (page ?? first.startPage) - first.startPage)
    await beginToDraw(proxy)
  } finally {
    release()
  }
}

/** The files of a case that were begun to be fetched, for the first who asks. */
export function begunFiles(caseId: string): PdfFiles | undefined {
  const mine = begun?.caseId === caseId ? begun.pdfs : undefined
  begun = undefined
  return mine
}
