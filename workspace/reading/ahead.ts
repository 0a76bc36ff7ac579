import { caseDetail } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { openedClient } from '../data/session.ts'
import type { ReaderAddress } from '../frame/reader-address.ts'
import { caseFile } from './file.ts'
import { filesAhead } from './first-page.ts'
import { beginToDraw } from './pages/draw-page.ts'
import { caseDocuments, casePermissions } from './queries.ts'

/**
 * Fetches what the reader needs while the shell still checks the sign-in, and reads the page if it could not be drawn
 * before. A request that fails here is repeated by the reader, which shows why.
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
