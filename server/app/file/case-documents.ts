import type { Content } from '@portico/contract/documents'
import type { CaseDocument, DocumentStatus } from '@portico/contract/intake'
import type { Profile } from '@portico/contract/profile'
import { mailSuggestedBy } from '../../core/file/document-labels.ts'
import type { Reader } from '../../core/file/reader.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import {
  type CaseDocumentFacts,
  holdsUncurrent,
  listCaseDocuments,
  listVersions,
} from '../../projections/case-documents.ts'
import type { Database } from '../../store/db.ts'

/** Documents as curators see them: in any status, with all versions. Others see only current ones. */
export type DocumentReader = Pick<Reader, 'id' | 'audience' | 'curates'>

export const curator: DocumentReader = { id: '', audience: 'administration', curates: true }

export function openCaseDocuments(db: Database, profile: () => Profile) {
  const shown = ({ content: _, ...facts }: CaseDocumentFacts): CaseDocument => {
    const suggestedMail = mailSuggestedBy(facts.documentType, profile())
    return { ...facts, ...(suggestedMail.length > 0 ? { suggestedMail } : {}) }
  }

  async function facts(caseId: string, documentId: string, { id, audience, curates }: DocumentReader) {
    const [found] = await listCaseDocuments(db, caseId, id, { documentIds: [documentId] }, audience)
    if (!found || (found.status !== 'current' && !curates))
      throw new Refusal('notFound', 'There is no such document in this case.')
    return found
  }

  return {
    facts,
    async list(
      caseId: string,
      { id, audience, curates }: DocumentReader,
      filter?: { status?: DocumentStatus; documentIds?: readonly string[] },
    ) {
      const found = await listCaseDocuments(db, caseId, id, filter, audience)
      return found.filter(({ status }) => curates || status === 'current').map(shown)
    },

    async get(caseId: string, documentId: string, reader: DocumentReader) {
      const [found, all] = await Promise.all([
        facts(caseId, documentId, reader),
        listVersions(db, caseId, documentId),
      ])
      const versions = all.filter(({ version }) => reader.curates || version === found.version)
      return { ...shown(found), versions: versions.map(withoutContent) }
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

export type CaseDocuments = ReturnType<typeof openCaseDocuments>

function withoutContent<Facts extends { content: Content }>({ content: _, ...facts }: Facts) {
  return facts
}
