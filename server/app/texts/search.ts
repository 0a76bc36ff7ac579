import type { CaseSearchQuery, CaseSearchResult } from '@portico/contract/cases'
import type { Reader } from '../../core/file/reader.ts'
import { type CurrentDocument, currentDocuments } from '../../projections/filter-documents.ts'
import type { CaseIndexes } from '../../search/memory/case-indexes.ts'
import { type SearchResult, searchCase } from '../../search/search-case.ts'
import type { Queryable } from '../../store/db.ts'
import { rememberByVersion } from '../by-version.ts'
import { searchInFull } from './search-in-full.ts'

/** Where a case stood when it was asked about: its version, and the revision of its text if it has any. */
export type CaseStanding = { version: number; textRevision: number | null }

/** A caller that has read where the case stands, since the search was asked for, saves the search a statement. */
export type Search = {
  hits(
    caseId: string,
    reader: Pick<Reader, 'concealed'>,
    written: string,
    standing?: CaseStanding,
  ): Promise<SearchResult>
  inFull(
    caseId: string,
    reader: Reader,
    asked: CaseSearchQuery,
    standing?: CaseStanding,
  ): Promise<CaseSearchResult>
}

const mostCasesKnown = 200

/** Searches only the current versions of documents in the file, as far as the reader sees them. */
export function openSearch({ db, indexes }: { db: Queryable; indexes: CaseIndexes }): Search {
  const known = rememberByVersion<readonly CurrentDocument[]>(mostCasesKnown)
  const documentsAt = (caseId: string, version: number) =>
    known(caseId, version, () => currentDocuments(db, caseId))

  const current = async (
    caseId: string,
    { concealed = [] }: Pick<Reader, 'concealed'>,
    seen?: CaseStanding,
  ) => {
    const standing = seen ?? (await standingOf(db, caseId))
    const [pages, documents] = await Promise.all([
      indexes.pages(caseId, standing?.textRevision ?? undefined),
      standing ? documentsAt(caseId, standing.version) : [],
    ])
    const seenBy =
      concealed.length === 0
        ? documents
        : documents.filter(({ documentId }) => !concealed.includes(documentId))
    return { pages, documents: seenBy }
  }

  return {
    async hits(caseId, reader, written, standing) {
      const { pages, documents } = await current(caseId, reader, standing)
      return searchCase(pages, written, { owners: documents })
    },
    async inFull(caseId, reader, asked, standing) {
      return searchInFull({ db, caseId, reader, ...(await current(caseId, reader, standing)) }, asked)
    },
  }
}

/** The version of the case and the revision of its text, in one statement, since every search needs both. */
async function standingOf(db: Queryable, caseId: string): Promise<CaseStanding | undefined> {
  const [row] = await db.rows<CaseStanding>(
    `select version, revision as "textRevision" from case_streams left join case_texts using (case_id)
     where case_id = $1`,
    [caseId],
  )
  return row
}
