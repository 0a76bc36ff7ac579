import type { CaseSearchQuery, CaseSearchResult } from '@portico/contract/cases'
import { caseVersion } from '../projections/cases.ts'
import type { Reader } from '../projections/documents.ts'
import { type CurrentDocument, currentDocuments } from '../projections/filter-documents.ts'
import type { CaseIndexes } from '../search/memory/case-indexes.ts'
import { type SearchResult, searchCase } from '../search/search-case.ts'
import type { Queryable } from '../store/db.ts'
import { searchInFull } from './search-in-full.ts'

export type Search = {
  search(caseId: string, written: string): Promise<SearchResult>
  searchInFull(caseId: string, reader: Reader, asked: CaseSearchQuery): Promise<CaseSearchResult>
}

const mostCasesKnown = 200

/** Only what is current is searched: the pages of the current versions of documents that stand in the file. */
export function openSearch({ db, indexes }: { db: Queryable; indexes: CaseIndexes }): Search {
  const known = new Map<string, { version: number; documents: readonly CurrentDocument[] }>()

  /** Whatever changes them is an event of the case, so its version tells whether they still hold. */
  const documentsOf = async (caseId: string) => {
    const version = await caseVersion(db, caseId)
    if (version === undefined) return []
    const last = known.get(caseId)
    known.delete(caseId)
    const documents = last && last.version >= version ? last.documents : await currentDocuments(db, caseId)
    known.set(caseId, { version: Math.max(version, last?.version ?? 0), documents })
    for (const oldest of known.keys()) {
      if (known.size <= mostCasesKnown) break
      known.delete(oldest)
    }
    return documents
  }

  return {
    async search(caseId, written) {
      const [pages, owners] = await Promise.all([indexes.pages(caseId), documentsOf(caseId)])
      return searchCase(pages, written, { owners })
    },
    async searchInFull(caseId, reader, asked) {
      const [pages, documents] = await Promise.all([indexes.pages(caseId), documentsOf(caseId)])
      return searchInFull({ db, caseId, pages, documents, reader }, asked)
    },
  }
}
