import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '../words/states.ts'
import { timeOfDay } from './dates.ts'
import { isWithdrawn, staleness } from './staleness.ts'
import { Failure, Skeleton } from './states.tsx'

/** What a query has: grey lines first, then its data, or why there is none. Old data stays while it is renewed, unless it was withdrawn. */
export function Answer<Data>({
  query,
  skeleton = <Skeleton />,
  wayOn,
  children,
}: {
  query: UseQueryResult<Data>
  skeleton?: ReactNode
  /** Where to go from a screen that is not there, or no longer. */
  wayOn?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined && !isWithdrawn(query.error)) {
    return (
      <>
        {query.isError ? <Stale since={query.dataUpdatedAt} error={query.error} /> : null}
        {children(query.data)}
      </>
    )
  }
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} wayOn={wayOn} />
  return skeleton
}

function Stale({ since, error }: { since: number; error: unknown }) {
  const why = staleness(error)
  return why === undefined ? null : (
    <p className="stale" role="status">
      {words.stale[why](timeOfDay(new Date(since)))}
    </p>
  )
}
