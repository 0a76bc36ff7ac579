import type { Reader } from '../../core/file/reader.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import {
  asDocument,
  asSummary,
  findDocument,
  listAnnotations,
  listDocuments,
} from '../../projections/documents.ts'
import type { Database } from '../../store/db.ts'
import { placeOfPage } from '../anchors/anchors.ts'
import { proposeDivision } from '../intake/propose-division.ts'
import { findPageText } from '../texts/page-text.ts'
import type { CaseDocuments, DocumentReader } from './case-documents.ts'
import { openDocumentLists } from './document-lists.ts'
import { openPageMaps } from './page-map.ts'

type ListReader = Pick<Reader, 'id' | 'audience' | 'concealed'>

export type Documents = ReturnType<typeof openDocuments>

/** The current documents of a case, and their pages. */
export function openDocuments({
  db,
  blobs,
  pdf,
  caseDocuments,
  recognition,
}: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  caseDocuments: Pick<CaseDocuments, 'facts'>
  recognition: 'on' | 'off'
}) {
  const facts = async (caseId: string, documentId: string, { id, audience, concealed }: ListReader) => {
    const found = await findDocument(db, caseId, documentId, id, audience, concealed)
    if (!found) throw new Refusal('notFound', 'There is no such document in this case.')
    return found
  }

  return {
    facts,

    async find(caseId: string, documentId: string, reader: Reader) {
      const [found, annotations] = await Promise.all([
        facts(caseId, documentId, reader),
        listAnnotations(db, caseId, { documentId, reader }),
      ])
      return asDocument(
        found,
        annotations.map(({ documentId: _, ...annotation }) => annotation),
      )
    },

    /** The list as JSON, from a cache. */
    list: openDocumentLists(db),

    summaries: async (caseId: string, { id, audience, concealed }: ListReader) =>
      (await listDocuments(db, caseId, id, audience, concealed)).map(asSummary),

    pageText: (caseId: string, documentId: string, page: number, { curates }: DocumentReader) =>
      findPageText(db, caseId, documentId, page, { isCurrent: !curates }),

    pagePlace: (caseId: string, page: number, { curates, concealed }: DocumentReader) =>
      placeOfPage(db, caseId, page, { isCurrent: !curates, concealed, recognition }),

    pageMap: openPageMaps(db),

    proposeDivision: async (caseId: string, documentId: string, reader: DocumentReader) =>
      proposeDivision({ db, blobs, pdf }, caseId, await caseDocuments.facts(caseId, documentId, reader)),
  }
}
