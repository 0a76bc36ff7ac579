import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../data/keys.ts'
import { pageSeen } from '../../data/page-first.ts'
import { portico } from '../../data/session.ts'

export const caseIssues = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'issues'), 'list'],
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().issues.list(caseId, { signal })
    },
  })

export const evidenceOf = (caseId: string, issueId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'issues'), 'evidence', issueId],
    queryFn: ({ signal }) => portico().issues.evidence(caseId, issueId, { signal }),
  })

export const caseBlockers = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'workProducts'), 'blockers'],
    queryFn: async ({ signal }) => {
      await pageSeen()
      const [open] = (await portico().workProducts.list(caseId, { signal })).filter(({ status }) =>
        ['draft', 'inReview'].includes(status),
      )
      return open ? portico().workProducts.blockers(caseId, open.id, { signal }) : null
    },
  })
