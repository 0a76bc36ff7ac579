import type { CaseSearchResult } from '@portico/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import type { askedOf } from './search-filter.ts'
import { type Hit, hitsOf } from './steps.ts'

export type Hits = {
  query: string
  /** By page; undefined until the first answer. */
  results: readonly CaseSearchResult[] | undefined
  hits: readonly Hit[]
  byPage: ReadonlyMap<number, readonly Hit[]>
  total: number
  isComplete: boolean
  isSearching: boolean
  error: unknown
}

const perAnswer = 200
/** More than that nobody steps through; the list then offers the rest. */
const mostAtOnce = 2000

export function useHits(
  caseId: string,
  query: string,
  filter: ReturnType<typeof askedOf>,
): Hits & { more: () => void } {
  const answer = useInfiniteQuery({
    queryKey: [...keys.of(caseId, 'search'), query, filter],
    enabled: query !== '',
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      portico()
        .cases.search(caseId, query, { ...filter, after: pageParam, limit: perAnswer, signal })
        .page(),
    getNextPageParam: ({ next, hits }) => (next === undefined ? undefined : hits.at(-1)?.page),
    placeholderData: (before, previous) => (previous?.queryKey[3] === query ? before : undefined),
  })
  const { data, hasNextPage, isFetching, fetchNextPage } = answer
  const loaded = data?.pages.reduce((sum, { hits }) => sum + hits.length, 0) ?? 0
  useEffect(() => {
    if (hasNextPage && !isFetching && loaded < mostAtOnce) void fetchNextPage()
  }, [hasNextPage, isFetching, loaded, fetchNextPage])

  const hits = useMemo(() => hitsOf(data?.pages ?? []), [data])
  const byPage = useMemo(() => Map.groupBy(hits, ({ page }) => page), [hits])
  return {
    query,
    results: query === '' ? undefined : data?.pages,
    hits,
    byPage,
    total: data?.pages[0]?.total ?? 0,
    isComplete: !hasNextPage && (data?.pages[0]?.isExact ?? true),
    isSearching: query !== '' && isFetching && loaded === 0,
    error: answer.error,
    more: () => void fetchNextPage(),
  }
}
