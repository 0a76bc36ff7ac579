import { serviceNow } from '../../data/connection.ts'
import { openedClient, portico } from '../../data/session.ts'
import type { Bytes } from './file-access.ts'
import { openPdfFiles, type PdfFiles } from './pdf-files.ts'

export const pdfFiles = (caseId: string): PdfFiles =>
  openPdfFiles({
    grant: async () => (await openedClient()).cases.scopedAccess(caseId),
    throughService: (documentId) => throughService(caseId, documentId),
    fetch: (...request) => fetch(...request),
    now: serviceNow,
    pdfjs: () => import('../../ui/pdfjs.ts'),
  })

async function throughService(caseId: string, documentId: string): Promise<Bytes> {
  const read = async (start: number, end: number) => {
    const part = await portico().documents.content(caseId, documentId, { range: { start, end: end - 1 } })
    return { bytes: await part.bytes(), total: part.range?.total }
  }
  const { total } = await read(0, 1)
  return { length: total ?? 0, read: async (start, end) => (await read(start, end)).bytes }
}
