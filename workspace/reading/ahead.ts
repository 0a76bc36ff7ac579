import { caseDetail } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { openedClient } from '../data/session.ts'
import type { ReaderAddress } from '../frame/reader-address.ts'
import { caseFile } from './file.ts'
import { filesAhead } from './first-page.ts'
import { beginToDraw } from './pages/draw-page.ts'
import { caseDocuments, casePermissions } from './queries.ts'

/**
 * What the reader will ask for is asked for while the shell still finds out who is there, and its page is read where it
 * could not be drawn before. What is refused is asked for again by who shows why.
 */
export async function readAhead({ caseId, page }: ReaderAddress): Promise<void> {
  const { pdfs, first } = filesAhead(caseId)
  await openedClient()
  void queryClient.prefetchQuery(caseDetail(caseId))
  void queryClient.prefetchQuery(casePermissions(caseId))
  const documents = await queryClient.fetchQuery(caseDocuments(caseId))
  if (first) return
  const document = page === undefined ? documents[0] : caseFile(documents).documentOf(page)
  if (!document) return
  const { pdf, firstPage, release } = await pdfs.open(document.id)
  try {
    const proxy = await pdf.getPage(firstPage + (page ?? document.startPage) - document.startPage)
    await beginToDraw(proxy)
  } finally {
    release()
  }
}
