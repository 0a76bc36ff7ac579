import { PorticoError } from '@portico/sdk'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keys } from '../data/keys.ts'
import { pageSeen } from '../data/page-first.ts'
import { portico, useMe } from '../data/session.ts'
import { words } from '../words/reading.ts'
import { type Reading, useReading } from './reading.ts'

/** Whoever says nothing for half a minute is taken to have left. */
const everyMs = 12_000
const restMs = 400

/** Who else reads the case: heard when this person says where they are, and asked for when a colleague has moved. */
const othersOf = (caseId: string) =>
  queryOptions({
    queryKey: keys.presence(caseId),
    queryFn: ({ signal }) => portico().cases.present(caseId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function sayWhere({ caseId, file, page }: Reading, client: QueryClient, signal: AbortSignal) {
  await pageSeen()
  const at = page.get()
  const documentId = file.documentOf(at)?.id
  const others = await portico().cases.here(
    caseId,
    { page: at, ...(documentId ? { documentId } : {}) },
    { signal },
  )
  client.setQueryData(othersOf(caseId).queryKey, others)
}

/** Marks on a page: the colleagues who are reading it now. */
export function ReadersHere({ page }: { page: number }) {
  // `Presence` asks; the marks only show what it has heard.
  const { data } = useQuery({ ...othersOf(useReading().caseId), enabled: false })
  const here = data?.filter((other) => other.page === page) ?? []
  if (here.length === 0) return null
  return (
    <span
      className="readers"
      role="img"
      aria-label={here.map((one) => words.status.isReading(one.displayName, page)).join(', ')}
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

/** Who else reads the case now, and where; says the same of this person. */
export function Presence() {
  const reading = useReading()
  const { caseId, page, goTo } = reading
  const client = useQueryClient()
  const report = useEffectEvent((signal: AbortSignal) => sayWhere(reading, client, signal))
  const [isHeard, setHeard] = useState(false)
  const { audience } = useMe()
  const isTold = audience === 'deliberation' || audience === 'staff'
  const { data: others } = useQuery({ ...othersOf(caseId), enabled: isHeard })
  useEffect(() => {
    if (!isTold) return
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      clearTimeout(timer)
      timer = undefined
      report(gone.signal)
        .then(() => setHeard(true))
        .catch((error) => {
          if (isRefused(error)) end()
        })
        .finally(() => {
          if (!isOver && timer === undefined) timer = setTimeout(say, everyMs)
        })
    }
    const stop = page.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(say, restMs)
    })
    let isOver = false
    const end = () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
    say()
    return () => {
      end()
      gone.abort()
      void portico()
        .cases.leave(caseId)
        .catch(() => {})
    }
  }, [caseId, page, isTold])

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

/** Whoever represents somebody here is not told who reads, and need not ask twice. */
const isRefused = (error: unknown) => error instanceof PorticoError && error.code === 'forbidden'
