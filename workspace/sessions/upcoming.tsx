import type { ListedSession } from '@portico/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { placedQuery } from '../data/scheduling.ts'
import { Answer } from '../ui/answer.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/sessions.ts'
import { namesOf, SessionBadges, SlotTime } from './slot-time.tsx'

/** The sessions from today on, in the order of their time. */
export function Upcoming() {
  const found = useInfiniteQuery(placedQuery({}))
  const sessions = useMemo(() => found.data?.pages.flatMap((page) => page.sessions) ?? [], [found.data])
  const navigate = useNavigate()
  const [current, setCurrent] = useState<string>()
  const text = words.upcoming
  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.upcoming}</h1>
        <span className="soft" role="status">
          {found.data ? words.count(lists.count(sessions.length, !found.hasNextPage)) : ''}
        </span>
      </header>
      <Answer query={found}>
        {() =>
          sessions.length === 0 ? (
            <State
              title={text.empty.title}
              actions={
                <Link to="/sessions" search={{ part: 'queue' }} className="button quiet">
                  {text.toQueue}
                </Link>
              }
            >
              {text.empty.text}
            </State>
          ) : (
            <DataTable<ListedSession>
              label={words.parts.upcoming}
              columns={columns}
              rows={sessions}
              idOf={({ session }) => session.id}
              currentId={current ?? sessions[0]?.session.id}
              onCurrent={({ session }) => setCurrent(session.id)}
              onOpen={({ session }) =>
                void navigate({ to: '/sessions/$sessionId', params: { sessionId: session.id } })
              }
              hasMore={found.hasNextPage}
              more={() => !found.isFetchingNextPage && void found.fetchNextPage()}
            />
          )
        }
      </Answer>
      <StatusBar
        hints={[
          { keys: ['ArrowUp', 'ArrowDown'], name: lists.move },
          { keys: ['Enter'], name: words.queue.hints.open },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      />
    </>
  )
}

const columns: readonly Column<ListedSession>[] = [
  {
    id: 'when',
    name: words.columns.when,
    width: 'minmax(150px, 1.1fr)',
    cell: ({ session }) => (session.slot ? <SlotTime slot={session.slot} /> : null),
  },
  {
    id: 'case',
    name: words.columns.case,
    width: 'minmax(140px, 1fr)',
    cell: ({ caseName, docketNumber, session }) => (
      <>
        <Link to="/sessions/$sessionId" params={{ sessionId: session.id }} tabIndex={-1}>
          <b>{caseName}</b>
        </Link>
        <small className="number">{docketNumber}</small>
      </>
    ),
  },
  {
    id: 'kind',
    name: words.columns.kind,
    width: '90px',
    cell: ({ session }) => words.kind[session.kind],
  },
  {
    id: 'who',
    name: words.columns.who,
    width: 'minmax(160px, 2fr)',
    cell: ({ session }) => namesOf(session.participants) || (session.slot?.place ?? ''),
  },
  {
    id: 'state',
    name: words.columns.state,
    width: '190px',
    cell: ({ session }) => <SessionBadges session={session} />,
  },
]
