import type { QueueQuery } from '@portico/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { plainly } from '../ui/plain-name.ts'
import { lookAgainMs } from './followed.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

const refetchInterval = lookAgainMs(20_000)

export const queuesQuery = queryOptions({
  queryKey: keys.queues,
  queryFn: ({ signal }) => portico().queues.list({ signal }),
  refetchInterval,
})

export const tasksQuery = (query: QueueQuery) =>
  infiniteQueryOptions({
    queryKey: [...keys.tasks, query],
    queryFn: async ({ pageParam, signal }) => {
      const from = pageParam ? { after: pageParam } : { count: true }
      return plainly(
        await portico()
          .tasks.find(query, { limit: 100, ...from, signal })
          .page(),
      )
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval,
  })

export const taskCountQuery = (query: QueueQuery) =>
  queryOptions({
    queryKey: [...keys.tasks, 'count', query],
    queryFn: async ({ signal }) =>
      (await portico().tasks.find(query, { count: true, limit: 1, signal }).page()).count,
    refetchInterval,
  })

export const taskQuery = (caseId: string, taskId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'tasks'), taskId],
    queryFn: ({ signal }) => portico().tasks.get(caseId, taskId, { signal }),
  })

export const caseTasksQuery = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'tasks'),
    queryFn: ({ signal }) => portico().tasks.list(caseId, { signal }),
  })

export const caseStateQuery = (caseId: string, at?: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'state'), at ?? 'now'],
    queryFn: ({ signal }) => portico().cases.state(caseId, { ...(at ? { at } : {}), signal }),
  })
