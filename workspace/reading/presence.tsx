import { PorticoError } from '@portico/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../data/keys.ts'
import { pageSeen } from '../data/page-first.ts'
import { portico } from '../data/session.ts'
import { words } from '../words/reading.ts'
import { type Reading, useReading } from './reading.ts'

const everyMs = 12_000
const restMs = 1500

const presenceKey = (caseId: string) => [...keys.case(caseId), 'presence']

/** Says where this person reads, and hears where the others do. */
const presenceOf = ({ caseId, file, page }: Reading) =>
  queryOptions({
    queryKey: presenceKey(caseId),
    queryFn: async ({ signal }) => {
      await pageSeen()
      const at = page.get()
      const documentId = file.documentOf(at)?.id
      return portico().cases.here(caseId, { page: at, ...(documentId ? { documentId } : {}) }, { signal })
    },
    staleTime: 0,
  })

/** Marks on a page: the colleagues who are reading it now. */
export function ReadersHere({ page }: { page: number }) {
  // `Presence` asks; the marks only show what it has heard.
  const { data } = useQuery({ ...presenceOf(useReading()), enabled: false })
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
  const { data: others } = useQuery({
    ...presenceOf(reading),
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : everyMs),
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = page.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: presenceKey(caseId) }), restMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
      void portico()
        .cases.leave(caseId)
        .catch(() => {})
    }
  }, [caseId, page, client])

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

/** Parties are not told who reads, and need not ask twice. */
const isRefused = (error: Error | null) => error instanceof PorticoError && error.code === 'forbidden'
