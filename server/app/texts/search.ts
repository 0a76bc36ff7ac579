import type { CaseSearchQuery, CaseSearchResult } from '@portico/contract/cases'
import type { Reader } from '../../core/file/reader.ts'
import { type CurrentDocument, currentDocuments } from '../../projections/filter-documents.ts'
import type { CaseIndexes } from '../../search/memory/case-indexes.ts'
import { type SearchResult, searchCase } from '../../search/search-case.ts'
import type { Queryable } from '../../store/db.ts'
import { searchInFull } from './search-in-full.ts'

export type Search = {
  search(caseId: string, written: string): Promise<SearchResult>
  searchInFull(caseId: string, reader: Reader, asked: CaseSearchQuery): Promise<CaseSearchResult>
}

const mostCasesKnown = 200

/** Searches only the current versions of documents in the file. */
export function openSearch({ db, indexes }: { db: Queryable; indexes: CaseIndexes }): Search {
  const known = new Map<string, { version: number; documents: readonly CurrentDocument[] }>()

  /** Whatever changes them is an event of the case, so its version invalidates them. */
  const documentsAt = async (caseId: string, version: number) => {
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

  const current = async (caseId: string) => {
    const { version, revision } = await standingOf(db, caseId)
    const [pages, documents] = await Promise.all([
      indexes.pages(caseId, revision),
      version === undefined ? [] : documentsAt(caseId, version),
    ])
    return { pages, documents }
  }

  return {
    async search(caseId, written) {
      const { pages, documents } = await current(caseId)
      return searchCase(pages, written, { owners: documents })
    },
    async searchInFull(caseId, reader, asked) {
      return searchInFull({ db, caseId, reader, ...(await current(caseId)) }, asked)
    },
  }
}

/** The version of the case and the progress of its text, in one statement, since every search needs both. */
async function standingOf(db: Queryable, caseId: string): Promise<{ version?: number; revision?: number }> {
  const [row] = await db.rows<{ version: number; revision: number | null }>(
    `select version, revision from case_streams left join case_texts using (case_id) where case_id = $1`,
    [caseId],
  )
  if (!row) return {}
  return { version: row.version, ...(row.revision === null ? {} : { revision: row.revision }) }
}
