import type { CaseSearchQuery, CaseSearchResult } from '@portico/contract/cases'
import { findCase } from '../projections/cases.ts'
import { type DocumentFilter, filterDocuments, nameDocuments } from '../projections/filter-documents.ts'
import { listRemarks } from '../projections/remarks.ts'
import { findIn } from '../search/find-in.ts'
import { type Query, writeQuery } from '../search/query.ts'
import { searchAndCount } from '../search/search-and-count.ts'
import { readQuery } from '../search/search-case.ts'
import { respell } from '../search/spelling.ts'
import type { Queryable } from '../store/db.ts'

/** Whoever writes more than this on one case finds the rest by its document. */
const mostRemarksRead = 10_000
const mostRemarksShown = 50

/** Pages, comments and tags that a query finds in a case, with counts. */
export async function searchInFull(
  db: Queryable,
  caseId: string,
  memberId: string,
  { q, after = 0, limit = 50, ...filter }: CaseSearchQuery,
): Promise<CaseSearchResult> {
  const query = readQuery(q)
  const [facts, documentIds] = await Promise.all([
    findCase(db, caseId),
    documentsWanted(db, caseId, memberId, filter),
  ])
  const remarks = await listRemarks(db, caseId, { documentIds, most: mostRemarksRead })

  const find = async (query: Query) => {
    const pages = await searchAndCount(db, caseId, query, { after, limit, documentIds })
    const annotations = remarks.comments.flatMap(({ comment, ...place }) => {
      const found = findIn(comment, query)
      return found ? [{ ...place, ...found }] : []
    })
    const tags = remarks.tags.filter(({ text }) => findIn(text, query))
    return { pages, annotations, tags }
  }

  let found = await find(query)
  const { pages, annotations, tags } = found
  const isNothing = pages.isExact && pages.counts.size + annotations.length + tags.length === 0
  const respelt = isNothing && documentIds?.length !== 0 ? await respell(db, caseId, query) : undefined
  if (respelt) found = await find(respelt)

  const { hits, hasMore, counts, isExact } = found.pages
  const shown = new Set([...counts.keys(), ...hits.map(({ documentId }) => documentId)])
  const documents = await nameDocuments(db, caseId, [...shown])
  const names = new Map(documents.map(({ id, name }) => [id, name]))
  return {
    query: q,
    ...(respelt ? { corrected: writeQuery(respelt) } : {}),
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    isExact,
    hits: hits.map(({ page, documentId, snippet, matches }) => ({
      page,
      document: { id: documentId, name: names.get(documentId) ?? '' },
      snippet,
      matches,
    })),
    documents: documents.flatMap((document) => {
      const count = counts.get(document.id)
      return count === undefined ? [] : [{ ...document, count }]
    }),
    annotations: found.annotations.slice(0, mostRemarksShown),
    tags: found.tags.slice(0, mostRemarksShown),
    text: facts?.text ?? { pagesRead: 0, pages: 0 },
    ...(hasMore ? { next: String(hits.at(-1)?.page) } : {}),
  }
}

async function documentsWanted(
  db: Queryable,
  caseId: string,
  memberId: string,
  filter: DocumentFilter,
): Promise<string[] | undefined> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return isFiltered ? filterDocuments(db, caseId, memberId, filter) : undefined
}
