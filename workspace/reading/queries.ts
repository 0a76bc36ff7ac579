import type { DocumentSummary } from '@portico/sdk'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { pageSeen } from '../data/page-first.ts'
import { portico } from '../data/session.ts'
import { plainName } from '../ui/plain-name.ts'
import { withPendingEdits } from './documents/pending-edits.ts'

/** Names from outside cannot change how they look by control characters. */
const withPlainName = (document: DocumentSummary) => ({ ...document, name: plainName(document.name) })

/** The actions that this person may take on the case. */
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

/** The words of a page and their boxes. A text that was read does not change; one that was not is fetched again. */
export const pageText = (caseId: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'texts'), page],
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().cases.pageText(caseId, documentId, page, { signal })
    },
    staleTime: ({ state }) => (state.data?.state === 'read' ? Number.POSITIVE_INFINITY : 10_000),
    // The words of a page take more memory than the file of its picture: those of a thousand pages must not add up.
    gcTime: 2000,
  })

/** How complete the file is, and what came since this person looked. Not for parties. */
export const caseSources = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'sources'),
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().documents.sources(caseId, { signal })
    },
  })

/** Duplicate pages. */
export const pageMap = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'pageMap'),
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().cases.pageMap(caseId, { signal })
    },
    staleTime: 5 * 60_000,
  })
