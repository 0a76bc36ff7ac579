import type { Content } from '@portico/contract/events'
import type { CaseDocument, CaseDocumentDetail, DocumentStatus } from '@portico/contract/intake'
import { Refusal } from '../core/kernel.ts'
import { type CaseDocumentFacts, listCaseDocuments, listVersions } from '../projections/case-documents.ts'
import type { Database } from '../store/db.ts'

/** Documents as those see them who keep the file in order: whatever their status, with all their versions. */
export type CaseDocuments = {
  list(
    caseId: string,
    memberId: string,
    filter?: { status?: DocumentStatus; documentIds?: readonly string[] },
  ): Promise<CaseDocument[]>
  get(caseId: string, documentId: string, memberId: string): Promise<CaseDocumentDetail['document']>
  facts(caseId: string, documentId: string): Promise<CaseDocumentFacts>
  version(caseId: string, documentId: string, version: number): Promise<{ name: string; content: Content }>
}

export function openCaseDocuments(db: Database): CaseDocuments {
  async function facts(caseId: string, documentId: string, memberId = '') {
    const [found] = await listCaseDocuments(db, caseId, memberId, { documentIds: [documentId] })
    if (!found) throw new Refusal('notFound', 'There is no such document in this case.')
    return found
  }

  return {
    facts,
    list: async (caseId, memberId, filter) =>
      (await listCaseDocuments(db, caseId, memberId, filter)).map(withoutContent),

    async get(caseId, documentId, memberId) {
      const [found, versions] = await Promise.all([
        facts(caseId, documentId, memberId),
        listVersions(db, caseId, documentId),
      ])
      return { ...withoutContent(found), versions: versions.map(withoutContent) }
    },

    async version(caseId, documentId, version) {
      const { name } = await facts(caseId, documentId)
      const found = (await listVersions(db, caseId, documentId)).find((one) => one.version === version)
      if (!found) throw new Refusal('notFound', `The document has no version ${version}.`)
      return { name, content: found.content }
    },
  }
}

function withoutContent<Facts extends { content: Content }>({ content: _, ...facts }: Facts) {
  return facts
}
