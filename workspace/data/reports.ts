import type { ReportOptions } from '@portico/sdk'
import { queryOptions } from '@tanstack/react-query'
import { lookAgainMs } from './followed.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** Figures are computed when they are asked for: often enough for a screen that stays open. */
const refetchInterval = lookAgainMs(60_000)

export const reportsQuery = queryOptions({
  queryKey: [...keys.reports, 'list'],
  queryFn: ({ signal }) => portico().reports.list({ signal }),
})

export const reportQuery = (name: string, options: ReportOptions) =>
  queryOptions({
    queryKey: [...keys.reports, 'report', name, options],
    queryFn: ({ signal }) => portico().reports.get(name, { ...options, signal }),
    refetchInterval,
  })

/** What the words of a report are called. */
export const elementsQuery = queryOptions({
  queryKey: [...keys.reports, 'elements'],
  queryFn: ({ signal }) => portico().reports.elements({ signal }),
  staleTime: 10 * 60_000,
})

export const dashboardsQuery = queryOptions({
  queryKey: keys.dashboards,
  queryFn: ({ signal }) => portico().dashboards.list({ signal }),
  refetchInterval,
})

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.dashboards, id],
    queryFn: ({ signal }) => portico().dashboards.get(id, { signal }),
  })
