import { PorticoError } from '@portico/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { plainly } from '../ui/plain-name.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** What one case is made of, each part by its own query, so that an event renews no more than it touched. */
export const permissionsQuery = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'detail'), 'permissions'],
    queryFn: ({ signal }) => portico().cases.permissions(caseId, { signal }),
  })

export const issuesQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'issues'),
    queryFn: ({ signal }) => portico().issues.list(caseId, { signal }),
  })

export const remandsQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'remands'),
    queryFn: ({ signal }) => portico().remands.list(caseId, { signal }),
  })

/** The documents of the file, those that came last before the others. */
export const filedQuery = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'documents'), 'filed'],
    queryFn: async ({ signal }) => {
      const documents = await portico().documents.listAll(caseId, { status: 'current', signal })
      return documents.toSorted((one, other) => other.startPage - one.startPage)
    },
  })

export const partiesQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'parties'),
    queryFn: async ({ signal }) => plainly(await portico().parties.list(caseId, { signal })),
  })

export const sessionsQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'sessions'),
    queryFn: ({ signal }) => portico().sessions.list(caseId, { signal }),
  })

export const workProductsQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'workProducts'),
    queryFn: ({ signal }) => portico().workProducts.list(caseId, { signal }),
  })

export const deliveriesQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'deliveries'),
    queryFn: ({ signal }) => portico().deliveries.list(caseId, { signal }),
  })

export const lettersQuery = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'deliveries'), 'letters'],
    queryFn: ({ signal }) => portico().letters.list(caseId, { signal }),
  })

export const linksQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'links'),
    queryFn: ({ signal }) => portico().cases.links(caseId, { signal }),
  })

export const holdsQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'custody'),
    queryFn: ({ signal }) => portico().custody.holds(caseId, { signal }),
  })

export const priorityQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'priority'),
    queryFn: ({ signal }) => portico().cases.priority(caseId, { signal }),
  })

/** Undefined before any signature. */
export const decisionQuery = (caseId: string, workProductId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'decisions'), workProductId],
    queryFn: async ({ signal }) => {
      try {
        return await portico().decisions.get(caseId, { workProductId, signal })
      } catch (error) {
        if (error instanceof PorticoError && error.code === 'notFound') return null
        throw error
      }
    },
  })

/** Checked by the service, over the very bytes of the sealed PDF. */
export const verificationQuery = (caseId: string, workProductId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'decisions'), workProductId, 'verification'],
    queryFn: ({ signal }) => portico().decisions.verify(caseId, { workProductId, signal }),
    staleTime: 10 * 60_000,
  })

/** What is cited for an issue, in the order of the pages. */
export const evidenceQuery = (caseId: string, issueId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'issues'), 'evidence', issueId],
    queryFn: ({ signal }) => portico().issues.evidence(caseId, issueId, { signal }),
  })

export const eventsQuery = (caseId: string) =>
  infiniteQueryOptions({
    queryKey: keys.of(caseId, 'history'),
    queryFn: async ({ pageParam, signal }) => {
      const asked = { limit: 500, ...(pageParam ? { after: pageParam } : {}), signal }
      return plainly(await portico().cases.events(caseId, asked).page())
    },
    initialPageParam: '',
    getNextPageParam: ({ next, events }) => (events.length === 500 ? next : undefined),
  })

export const accessQuery = (caseId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.case(caseId), 'accessLog'],
    queryFn: ({ pageParam, signal }) =>
      portico()
        .cases.accessLog(caseId, { limit: 100, ...(pageParam ? { after: pageParam } : {}), signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

/** As it is at this moment, for a write that must not be over anything else. */
export const caseVersion = async (caseId: string): Promise<number> =>
  (await portico().cases.get(caseId)).version
