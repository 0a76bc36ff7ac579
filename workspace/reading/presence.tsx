import { PorticoError } from '@portico/sdk'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keys } from '../data/keys.ts'
import { pageSeen } from '../data/page-first.ts'
import { portico, useMe } from '../data/session.ts'
import { words } from '../words/reading.ts'
import { type Reading, useReading } from './reading.ts'

/** A reader who has not reported for half a minute counts as gone. */
const everyMs = 12_000
const restMs = 400

/** The colleagues who read the case: they come in the answer to each report, and are fetched when one of them moves. */
const othersOf = (caseId: string) =>
  queryOptions({
    queryKey: keys.presence(caseId),
    queryFn: ({ signal }) => portico().cases.present(caseId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function reportPlace({ caseId, file, page }: Reading, client: QueryClient, signal: AbortSignal) {
  await pageSeen()
  const current = page.get()
  const documentId = file.documentOf(current)?.id
  const others = await portico().cases.here(
    caseId,
    { page: current, ...(documentId ? { documentId } : {}) },
    { signal },
  )
  client.setQueryData(othersOf(caseId).queryKey, others)
}

/** The colleagues who are reading a page now. */
export function ReadersHere({ page }: { page: number }) {
  // `Presence` fetches it.
  const { data } = useQuery({ ...othersOf(useReading().caseId), enabled: false })
  const here = data?.filter((other) => other.page === page) ?? []
  if (here.length === 0) return null
  return (
    <span
      className="readers"
      role="img"
      aria-label={here.map(({ displayName }) => words.status.isReading(displayName, page)).join(', ')}
    >
      {here.slice(0, 4).map(({ memberId, displayName }) => (
        <i key={memberId} title={words.status.isReading(displayName, page)}>
          {displayName
            .split(/\s+/)
            .map((part) => part[0])
            .join('')
            .slice(0, 2)
            .toUpperCase()}
        </i>
      ))}
    </span>
  )
}

/** Which colleagues read the case now, and where. Reports the same of this reader. */
export function Presence() {
  const reading = useReading()
  const { caseId, page, goTo } = reading
  const client = useQueryClient()
  const report = useEffectEvent((signal: AbortSignal) => reportPlace(reading, client, signal))
  const [hasReported, setReported] = useState(false)
  const { audience } = useMe()
  const mayKnow = audience === 'deliberation' || audience === 'staff'
  const { data: others } = useQuery({ ...othersOf(caseId), enabled: hasReported })
  useEffect(() => {
    if (!mayKnow) return
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const reportNow = () => {
      clearTimeout(timer)
      timer = undefined
      report(gone.signal)
        .then(() => setReported(true))
        .catch((error) => {
          if (isRefused(error)) end()
        })
        .finally(() => {
          if (!isOver && timer === undefined) timer = setTimeout(reportNow, everyMs)
        })
    }
    const stop = page.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(reportNow, restMs)
    })
    let isOver = false
    const end = () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
    reportNow()
    return () => {
      end()
      gone.abort()
      void portico()
        .cases.leave(caseId)
        .catch(() => {})
    }
  }, [caseId, page, mayKnow])

  const [first, ...more] = others ?? []
  if (!first) return null
  return (
    <span>
      <button
        type="button"
        className="link"
        onClick={() => first.page !== undefined && goTo({ page: first.page })}
      >
        {words.status.isReading(first.displayName, first.page)}
      </button>
      {more.length ? ` ${words.status.andOthers(more.length)}` : ''}
    </span>
  )
}

/** Representatives may not know who reads the case, and need not ask twice. */
const isRefused = (error: unknown) => error instanceof PorticoError && error.code === 'forbidden'
