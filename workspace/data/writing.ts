import type { WorkProductPreview } from '@portico/sdk'
import { queryOptions } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** A work product with its text, and what this person may do with it. */
export const workProductQuery = (caseId: string, workProductId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'workProducts'), workProductId],
    queryFn: ({ signal }) => portico().workProducts.get(caseId, workProductId, { signal }),
  })

export const commentsQuery = (caseId: string, workProductId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'workProducts'), workProductId, 'comments'],
    queryFn: ({ signal }) => portico().workProducts.comments(caseId, workProductId, { signal }),
  })

export const versionsQuery = (caseId: string, workProductId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'workProducts'), workProductId, 'versions'],
    queryFn: async ({ signal }) =>
      (await portico().workProducts.versions(caseId, workProductId, { limit: 500, signal }).page()).versions,
  })

/** A version that was saved stays as it is. */
export const versionQuery = (caseId: string, workProductId: string, version: number) =>
  queryOptions({
    queryKey: [...keys.case(caseId), 'workProductVersion', workProductId, version],
    queryFn: ({ signal }) => portico().workProducts.version(caseId, workProductId, version, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What stands in the way of a signature also depends on the file, the issues, the parties and open mail. */
export const findingsQuery = (caseId: string, workProductId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'findings'), workProductId],
    queryFn: ({ signal }) => portico().workProducts.blockers(caseId, workProductId, { signal }),
  })

/** The text as signing would freeze it, who would get it and how. */
export const previewQuery = (caseId: string, workProductId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'findings'), workProductId, 'preview'],
    queryFn: ({ signal }) => portico().workProducts.preview(caseId, workProductId, { signal }),
  })

/** The draft as the PDF that it would be; `of` is another wherever the PDF would be. */
export const draftPdfQuery = (caseId: string, workProductId: string, of: string) =>
  queryOptions({
    queryKey: [...keys.case(caseId), 'draftPdf', workProductId, of],
    queryFn: async ({ signal }) =>
      (await portico().workProducts.previewFile(caseId, workProductId, { signal })).bytes(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })

/** Another for other pages, nearly always: it only says when they are to be set anew. */
export function pagesKey({ shown: _, ...set }: WorkProductPreview): string {
  const text = JSON.stringify(set)
  let hash = 5381
  for (let index = 0; index < text.length; index += 1) hash = (hash * 33 + text.charCodeAt(index)) % 2 ** 48
  return `${text.length}.${hash}`
}
