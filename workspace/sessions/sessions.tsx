import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { placedQuery, queueQuery } from '../data/scheduling.ts'
import { useMay } from '../data/session.ts'
import { type SessionsPart, type SessionsSearch, sessionsSearch } from '../frame/search-params.ts'
import { useTitle } from '../frame/title.ts'
import { State } from '../ui/states.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/sessions.ts'
import { Availability } from './availability.tsx'
import { Blackouts } from './blackouts.tsx'
import { Calendar } from './calendar.tsx'
import { Conflicts } from './conflicts.tsx'
import { Feeds } from './feeds.tsx'
import type { PartProps } from './part-props.ts'
import { PlanDocket } from './plan-docket.tsx'
import { Queue } from './queue.tsx'
import { Upcoming } from './upcoming.tsx'
import '../ui/facts.css'
import '../ui/form.css'
import '../ui/views.css'
import './sessions.css'

const groups = [
  { name: words.parts.placed, parts: ['calendar', 'upcoming', 'conflicts'] },
  { name: words.parts.toPlace, parts: ['queue', 'plan'] },
  { name: words.parts.calendars, parts: ['availability', 'blackouts', 'feeds'] },
] as const

const shown: Record<SessionsPart, (props: PartProps) => ReactNode> = {
  calendar: (props) => <Calendar {...props} />,
  upcoming: () => <Upcoming />,
  queue: (props) => <Queue {...props} />,
  plan: () => <PlanDocket />,
  conflicts: () => <Conflicts />,
  availability: (props) => <Availability {...props} />,
  blackouts: () => <Blackouts />,
  feeds: () => <Feeds />,
}

/** The calendar of sessions, what waits to be placed, and the calendars of those who take part. */
export function Sessions() {
  useTitle(words.title)
  const search = useSearch({ from: '/frame/sessions' })
  const navigate = useNavigate()
  const part = search.part ?? 'calendar'
  if (!useMay('keepCalendars')) return <State title={words.noSessions.title}>{words.noSessions.text}</State>
  const change = (changes: Partial<SessionsSearch>) =>
    void navigate({
      to: '/sessions',
      search: (before) => sessionsSearch({ ...before, ...changes }),
      replace: true,
    })
  return (
    <div className="sessions-screen">
      <nav className="views" aria-label={words.parts.label}>
        {groups.map(({ name, parts }) => (
          <div key={name}>
            <h2>{name}</h2>
            <ul>
              {parts.map((one) => (
                <li key={one} data-id={one}>
                  <Link
                    to="/sessions"
                    search={{ part: one }}
                    className={one === part ? 'on' : ''}
                    activeProps={{}}
                    aria-current={one === part ? 'page' : undefined}
                  >
                    <span className="name">{words.parts[one]}</span>
                    {one === 'queue' ? <Waiting /> : one === 'conflicts' ? <Conflicted /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="sessions-part" key={part}>
        {shown[part]({ search, change })}
      </div>
    </div>
  )
}

function Waiting() {
  const pages = useInfiniteQuery(queueQuery).data?.pages
  const count = pages?.reduce((sum, { waiting }) => sum + waiting.length, 0)
  return <Count count={count} isAll={pages?.at(-1)?.next === undefined} />
}

function Conflicted() {
  const pages = useInfiniteQuery(placedQuery({ isConflicted: true })).data?.pages
  const count = pages?.reduce((sum, { sessions }) => sum + sessions.length, 0)
  return <Count count={count} isAll={pages?.at(-1)?.next === undefined} />
}

const Count = ({ count, isAll }: { count: number | undefined; isAll: boolean }) => (
  <span className="count number">{count === undefined ? '' : lists.count(count, isAll)}</span>
)
