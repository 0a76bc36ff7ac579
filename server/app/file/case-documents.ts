import type { Content } from '@portico/contract/documents'
import type { CaseDocument, DocumentStatus } from '@portico/contract/intake'
import type { Profile } from '@portico/contract/profile'
import { mailTypesFor } from '../../core/file/document-labels.ts'
import type { Reader } from '../../core/file/reader.ts'
import { visibleRuns } from '../../core/file/seen-runs.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import {
  type CaseDocumentFacts,
  holdsUncurrent,
  lastSeenPage,
  listCaseDocuments,
  listSeenPages,
  listVersions,
} from '../../projections/case-documents.ts'
import type { Database } from '../../store/db.ts'

/** Documents as curators see them: in any status, with all versions. Others see only current ones. */
export type DocumentReader = Pick<Reader, 'id' | 'audience' | 'curates' | 'concealed'>

export const curator: DocumentReader = { id: '', audience: 'administration', curates: true }

export function openCaseDocuments(db: Database, profile: () => Profile) {
  const shown = ({ content: _, ...facts }: CaseDocumentFacts): CaseDocument => {
    const suggestedMail = mailTypesFor(facts.documentType, profile())
    return { ...facts, ...(suggestedMail.length > 0 ? { suggestedMail } : {}) }
  }

  async function facts(
    caseId: string,
    documentId: string,
    { id, audience, curates, concealed }: DocumentReader,
  ) {
    const wanted = { documentIds: [documentId] }
    const [found] = await listCaseDocuments(db, caseId, id, wanted, audience, concealed)
    if (!found || (found.status !== 'current' && !curates))
      throw new Refusal('notFound', 'There is no such document in this case.')
    return found
  }

  async function list(
    caseId: string,
    reader: DocumentReader,
    filter?: { status?: DocumentStatus; documentIds?: readonly string[] },
  ) {
    const { id, audience, curates, concealed } = reader
    const found = await listCaseDocuments(db, caseId, id, filter, audience, concealed)
    const own = found.filter(({ status }) => curates || status === 'current').map(shown)
    return withoutUnseenPages(caseId, own, reader)
  }

  /** What a document repeats of others that are not for the reader is left out: it says on which pages those are. */
  async function withoutUnseenPages<Document extends CaseDocument>(
    caseId: string,
    documents: Document[],
    reader: DocumentReader,
  ): Promise<Document[]> {
    if (seesAllPages(reader) || !documents.some(({ duplicates }) => duplicates)) return documents
    const seen = await listSeenPages(db, caseId, reader)
    return documents.map((document) => {
      const { duplicates, why: _, ...rest } = document
      const runs = visibleRuns(duplicates?.runs ?? [], seen)
      if (!duplicates || runs.length === duplicates.runs.length) return document
      return { ...rest, ...(runs.length > 0 ? { duplicates: { ...duplicates, runs } } : {}) } as Document
    })
  }

  async function get(caseId: string, documentId: string, reader: DocumentReader) {
    const [found, all] = await Promise.all([
      facts(caseId, documentId, reader),
      listVersions(db, caseId, documentId),
    ])
    const versions = all.filter(({ version }) => reader.curates || version === found.version)
    const [document = shown(found)] = await withoutUnseenPages(caseId, [shown(found)], reader)
    return { ...document, versions: versions.map(withoutContent) }
  }

  return {
    facts,
    list,
    get,

    /** Pages behind the last one that a reader sees are of documents that are held, removed or not for them. */
    pageCount: async (caseId: string, pageCount: number, reader: DocumentReader): Promise<number> =>
      seesAllPages(reader) ? pageCount : Math.min(pageCount, await lastSeenPage(db, caseId, reader)),

    /** As whoever has just filed it is told of it, also where it is held. */
    async filed(caseId: string, documentId: string, reader: DocumentReader) {
      const document = await get(caseId, documentId, { ...reader, curates: true })
      const [told = document] = await withoutUnseenPages(caseId, [document], reader)
      return told
    },

    /** Refuses if the received bytes hold pages that are not for the reader. */
    async refuseShared(caseId: string, sha256: string, { curates }: DocumentReader) {
      if (curates || !(await holdsUncurrent(db, caseId, sha256))) return
      throw new Refusal(
        'forbidden',
        'This file also contains pages that are not in the case file: it needs the action curateDocuments.',
      )
    },

    async version(caseId: string, documentId: string, version: number, reader: DocumentReader) {
      const { name, version: current } = await facts(caseId, documentId, reader)
      const isShown = reader.curates || version === current
      const found = (await listVersions(db, caseId, documentId)).find((one) => one.version === version)
      if (!found || !isShown) throw new Refusal('notFound', `The document has no version ${version}.`)
      return { name, content: found.content }
    },
  }
}

const seesAllPages = ({ curates, concealed = [] }: DocumentReader) => curates && concealed.length === 0

export type CaseDocuments = ReturnType<typeof openCaseDocuments>

function withoutContent<Facts extends { content: Content }>({ content: _, ...facts }: Facts) {
  return facts
}
