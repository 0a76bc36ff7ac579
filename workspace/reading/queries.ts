import type { DocumentSummary } from '@portico/sdk'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { pageSeen } from '../data/page-first.ts'
import { portico } from '../data/session.ts'
import { plainName } from '../ui/plain-name.ts'
import { withPendingEdits } from './documents/pending-edits.ts'

/** What came in from elsewhere is shown as it is called, not as it would like to look. */
const withPlainName = (document: DocumentSummary) => ({ ...document, name: plainName(document.name) })

/** What the server lets this person do with the case and everything in it. */
export const casePermissions = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'detail'), 'permissions'],
    queryFn: ({ signal }) => portico().cases.permissions(caseId, { signal }),
  })

export const caseDocuments = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'documents'),
    queryFn: async ({ signal }) =>
      withPendingEdits(caseId, (await portico().documents.list(caseId, { signal })).map(withPlainName)),
  })

export const documentNow = async (caseId: string, documentId: string) =>
  withPlainName(await portico().documents.get(caseId, documentId))

export const caseState = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'state'),
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().cases.state(caseId, { signal })
    },
  })

export const profile = queryOptions({
  queryKey: keys.profile,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    await pageSeen()
    return portico().profile.get({ signal })
  },
})

/** The words of a page and where they stand. What was read does not change; what was not is asked for again. */
export const pageText = (caseId: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'texts'), page],
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().cases.pageText(caseId, documentId, page, { signal })
    },
    staleTime: ({ state }) => (state.data?.state === 'read' ? Number.POSITIVE_INFINITY : 10_000),
    // The words of a page take more memory than its picture's file: a thousand pages of them are not kept.
    gcTime: 2000,
  })

/** How complete the file is, and what came since this person looked. Parties are not told. */
export const caseSources = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'sources'),
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().documents.sources(caseId, { signal })
    },
  })

/** Which pages repeat others. */
export const pageMap = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'pageMap'),
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().cases.pageMap(caseId, { signal })
    },
    staleTime: 5 * 60_000,
  })
