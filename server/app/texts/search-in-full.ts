import type { CaseSearchQuery, CaseSearchResult } from '@portico/contract/cases'
import type { Reader } from '../../core/file/reader.ts'
import { findCase } from '../../projections/cases.ts'
import {
  type CurrentDocument,
  type DocumentFilter,
  filterDocuments,
} from '../../projections/filter-documents.ts'
import { listRemarks } from '../../projections/remarks.ts'
import type { CasePages } from '../../search/case-pages.ts'
import { findIn } from '../../search/find-in.ts'
import { inTurns } from '../../search/in-turns.ts'
import { matchBoxes, readWords } from '../../search/match-boxes.ts'
import { type Query, writeQuery } from '../../search/query.ts'
import { readQuery } from '../../search/search-case.ts'
import { snippetWithMatches } from '../../search/snippet.ts'
import { respell } from '../../search/spelling.ts'
import type { Queryable } from '../../store/db.ts'

/** Beyond this many on one case, the rest is found by its document. */
const mostRemarksRead = 10_000
const mostRemarksShown = 50

export type SearchedCase = {
  db: Queryable
  caseId: string
  pages: CasePages
  documents: readonly CurrentDocument[]
  reader: Reader
}

/** The pages, comments and tags that match a query, with counts and the box of each match. */
export async function searchInFull(
  { db, caseId, pages, documents, reader }: SearchedCase,
  { q, after = 0, limit = 50, ...filter }: CaseSearchQuery,
): Promise<CaseSearchResult> {
  const asked = readQuery(q)
  const [facts, documentIds] = await Promise.all([
    findCase(db, caseId, reader.concealed),
    documentsWanted(db, caseId, reader, filter),
  ])
  const wanted = documentIds && new Set(documentIds)
  const owners = wanted ? documents.filter(({ documentId }) => wanted.has(documentId)) : documents
  const remarks = await listRemarks(db, caseId, { reader, documentIds, most: mostRemarksRead })

  const find = async (query: Query) => {
    const annotations = await inTurns(remarks.comments, ({ comment, ...place }) => {
      const found = findIn(comment, query)
      return found ? [{ ...place, ...found }] : []
    })
    const tags = await inTurns(remarks.tags, (tag) => (findIn(tag.text, query) ? [tag] : []))
    return {
      query,
      ...(await pages.findAndCount(query, { after, limit, owners })),
      annotations: annotations.flat(),
      tags: tags.flat(),
    }
  }

  let found = await find(asked)
  const isNothing = found.isExact && found.counts.size + found.annotations.length + found.tags.length === 0
  const respelt = isNothing ? await respell(pages, asked, owners) : undefined
  if (respelt) found = await find(respelt)

  const { query, hits, hasMore, counts } = found
  const words = await readWords(
    db,
    caseId,
    hits.map(({ page }) => page),
  )
  const names = new Map(documents.map(({ documentId, name }) => [documentId, name]))
  return {
    query: q,
    ...(respelt ? { corrected: writeQuery(respelt) } : {}),
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    isExact: found.isExact,
    hits: await inTurns(hits, ({ page, documentId, read }) => ({
      page,
      document: { id: documentId, name: names.get(documentId) ?? '' },
      ...snippetWithMatches(read, query),
      boxes: matchBoxes(words.get(page) ?? [], read, query),
    })),
    documents: owners.flatMap(({ documentId, name }) => {
      const count = counts.get(documentId)
      return count === undefined ? [] : [{ id: documentId, name, count }]
    }),
    annotations: found.annotations.slice(0, mostRemarksShown),
    tags: found.tags.slice(0, mostRemarksShown),
    text: facts?.text ?? { pagesRead: 0, pages: 0, pagesToRecognise: 0, unreadablePages: 0 },
    ...(hasMore ? { next: String(hits.at(-1)?.page) } : {}),
  }
}

async function documentsWanted(
  db: Queryable,
  caseId: string,
  reader: Reader,
  filter: DocumentFilter,
): Promise<string[] | undefined> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return isFiltered
    ? filterDocuments(db, caseId, reader.id, filter, reader.audience, reader.concealed)
    : undefined
}
