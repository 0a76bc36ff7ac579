import type { ProposedDivision, ProposedPart } from '@portico/contract/intake'
import type { Blobs } from '../../files/blobs.ts'
import { type DocumentBoundary, documentsOfOutline } from '../../files/intake/outline.ts'
import { proposeBoundaries } from '../../files/intake/propose-boundaries.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { documentSigns } from '../../profile/document-signs.ts'
import type { CaseDocumentFacts } from '../../projections/case-documents.ts'
import type { Database } from '../../store/db.ts'

/** Proposes how to divide a file that seems to hold several documents; a person accepts or changes it. */
export async function proposeDivision(
  { db, blobs, pdf }: { db: Database; blobs: Blobs; pdf: PdfWorkers },
  caseId: string,
  document: CaseDocumentFacts,
): Promise<ProposedDivision> {
  const { startPage, endPage, unreadable } = document
  const pages = await db.rows<{ page: number; text: string }>(
    `select page, text from page_texts where case_id = $1 and page between $2 and $3 order by page`,
    [caseId, startPage, endPage],
  )
  const pagesRead = pages.length
  if (unreadable !== undefined) return { parts: [], pagesRead }
  const named = await namedByOutline({ blobs, pdf }, document)
  if (named) return { parts: named, pagesRead }
  const texts = new Map(pages.map(({ page, text }) => [page, text]))
  const read = Array.from({ length: endPage - startPage + 1 }, (_, index) => ({
    page: index + 1,
    text: texts.get(startPage + index) ?? '',
  }))
  return { parts: proposeBoundaries(read, documentSigns), pagesRead }
}

async function namedByOutline(
  { blobs, pdf }: { blobs: Blobs; pdf: PdfWorkers },
  { content: { sha256, firstPage, pageCount } }: CaseDocumentFacts,
): Promise<ProposedPart[] | undefined> {
  await using local = await blobs.localFile(sha256)
  const inFile = await documentsOfOutline(pdf, local.path, await pdf.pageCount(local.path))
  const inside = inFile?.flatMap((boundary) => cut(boundary, firstPage, pageCount)) ?? []
  if (inside.length < 2) return undefined
  return inside.map((boundary) => ({
    ...boundary,
    reasons: ["The file's own outline names it"],
    confidence: 1,
  }))
}

/** The part within the document, counted from its first page. */
function cut(boundary: DocumentBoundary, firstPage: number, pageCount: number): DocumentBoundary[] {
  const start = Math.max(boundary.firstPage, firstPage)
  const end = Math.min(boundary.firstPage + boundary.pageCount, firstPage + pageCount)
  return end > start
    ? [{ name: boundary.name, firstPage: start - firstPage + 1, pageCount: end - start }]
    : []
}
