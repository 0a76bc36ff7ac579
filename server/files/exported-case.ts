import type { Annotation } from '@portico/contract/documents'
import { BlobChanged, BlobMissing } from './blobs.ts'
import type { DocumentContent } from './document-content.ts'
import { UnreadablePdf, type UnreadableReason } from './pdf/unreadable.ts'

/** A case as it leaves: what the exports need and nothing else. */
export type ExportedCase = {
  docketNumber: string
  veteranName: string
  /** The same case made at the same moment is the same bytes. */
  madeAt: Date
  /** Said on every page that is added, such as that nothing in the file is real. */
  notice?: string
  /** In the order of the arrangement. */
  documents: readonly ExportedDocument[]
}

export type ExportedDocument = {
  id: string
  name: string
  description: string
  categories: readonly string[]
  receiptDate: string
  startPage: number
  endPage: number
  content: DocumentContent
  /** The bytes as they came in, where the content was made from them. */
  original?: { sha256: string; bytes: number; mediaType: string }
  annotations?: readonly Annotation[]
}

export type NotIncludedReason = UnreadableReason | 'missing' | 'changed'

/** A document whose pages could not be given; a page in its place says so. */
export type NotIncluded = { documentId: string; reason: NotIncludedReason }

/** Why a document is left out, if the error is about the document; any other error is thrown on. */
export function notIncludedReason(error: unknown): NotIncludedReason {
  if (error instanceof UnreadablePdf) return error.reason
  if (error instanceof BlobMissing) return 'missing'
  if (error instanceof BlobChanged) return 'changed'
  throw error
}

export function casePages({ startPage, endPage }: { startPage: number; endPage: number }): string {
  return startPage === endPage ? String(startPage) : `${startPage}–${endPage}`
}
