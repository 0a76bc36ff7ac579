import { queryOptions } from '@tanstack/react-query'
import { lookAgainMs } from './followed.ts'
import { keys } from './keys.ts'
import { pageSeen } from './page-first.ts'
import { portico } from './session.ts'

/** The newest, and how many are unread: one question for the badge and the list. */
export const alertsQuery = queryOptions({
  queryKey: keys.alerts,
  queryFn: async ({ signal }) => {
    await pageSeen()
    return portico().alerts.list({ limit: 30, signal }).page()
  },
  refetchInterval: lookAgainMs(20_000),
})
