import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { plainly } from '../ui/plain-name.ts'
import { lookAgainMs } from './followed.ts'
import { keys } from './keys.ts'
import { pageSeen } from './page-first.ts'
import { portico } from './session.ts'

/** The newest, and how many are unread: one question for the badge and the list. */
export const alertsQuery = queryOptions({
  queryKey: keys.alerts,
  queryFn: async ({ signal }) => {
    await pageSeen()
    return plainly(await portico().alerts.list({ limit: 30, signal }).page())
  },
  refetchInterval: lookAgainMs(20_000),
})

export type InboxFilter = { unread?: boolean | undefined; notification?: string | undefined }

export const inboxKey = [...keys.alerts, 'inbox'] as const

/** All of them, page by page. */
export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, filter],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...filter, limit: 50, ...(pageParam ? { after: pageParam } : {}), signal }
      return plainly(await portico().alerts.list(asked).page())
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: lookAgainMs(20_000),
  })

/** How this person is told, and what they may choose. */
export const subscriptionsQuery = queryOptions({
  queryKey: keys.subscriptions,
  queryFn: ({ signal }) => portico().alerts.subscriptions({ signal }),
})
