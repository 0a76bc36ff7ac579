import type { CasesOptions } from '@portico/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { plainly } from '../ui/plain-name.ts'
import { lookAgainMs } from './followed.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

export const casesQuery = (filters: CasesOptions) =>
  infiniteQueryOptions({
    queryKey: [...keys.cases, filters],
    queryFn: async ({ pageParam, signal }) => {
      const from = pageParam ? { after: pageParam } : { count: true }
      return plainly(
        await portico()
          .cases.list({ ...filters, limit: 100, ...from, signal })
          .page(),
      )
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: lookAgainMs(30_000),
  })

export const caseCountQuery = (filters: CasesOptions) =>
  queryOptions({
    queryKey: [...keys.cases, 'count', filters],
    queryFn: async ({ signal }) =>
      (
        await portico()
          .cases.list({ ...filters, count: true, limit: 1, signal })
          .page()
      ).count,
    refetchInterval: lookAgainMs(30_000),
  })
