import type { WaitingSession } from '@portico/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { labelIn, useProfile } from '../data/profile.ts'
import { queueQuery } from '../data/scheduling.ts'
import { useMay } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { age, moment } from '../ui/dates.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/sessions.ts'
import type { PartProps } from './part-props.ts'
import { PlaceDialog } from './place-dialog.tsx'

const text = words.queue

/** The sessions that wait, in the order in which they are placed, each with the reason for its rank. */
export function Queue({ search, change }: PartProps) {
  const found = useInfiniteQuery(queueQuery)
  const waiting = useMemo(() => found.data?.pages.flatMap((page) => page.waiting) ?? [], [found.data])
  const profile = useProfile()
  const navigate = useNavigate()
  const mayPlace = useMay('manageSessions')
  const [placing, setPlacing] = useState<WaitingSession>()
  const at = Math.max(
    0,
    waiting.findIndex(({ sessionId }) => sessionId === search.session),
  )
  const current = waiting[at]
  const show = (one: WaitingSession | undefined) => one && change({ session: one.sessionId })
  const place = (one = current) => mayPlace && one && setPlacing(one)
  const open = () =>
    current && void navigate({ to: '/sessions/$sessionId', params: { sessionId: current.sessionId } })
  useShortcuts(words.parts.queue, [
    { keys: ['j'], name: text.keys.next, run: () => show(waiting[at + 1]), repeats: true },
    { keys: ['k'], name: text.keys.previous, run: () => show(waiting[Math.max(0, at - 1)]), repeats: true },
    { keys: ['Enter'], name: text.keys.place, run: () => place() },
    { keys: ['o'], name: text.keys.open, run: open },
  ])
  const columns: readonly Column<WaitingSession>[] = [
    {
      id: 'rank',
      name: words.columns.rank,
      width: '60px',
      cell: ({ rank }) => <b className="number">{rank}</b>,
    },
    {
      id: 'case',
      name: words.columns.case,
      width: 'minmax(140px, 1fr)',
      cell: ({ caseName, docketNumber, docket }) => (
        <>
          <b>{caseName}</b>
          <small>
            <span className="number">{docketNumber}</span>
            {docket ? ` · ${labelIn(profile?.dockets, docket)}` : ''}
          </small>
        </>
      ),
    },
    {
      id: 'kind',
      name: words.columns.kind,
      width: '110px',
      cell: ({ kind, status }) => (
        <>
          {words.kind[kind]}
          <small>{words.status[status]}</small>
        </>
      ),
    },
    {
      id: 'why',
      name: words.columns.why,
      width: 'minmax(180px, 2fr)',
      cell: ({ why, isCourtRemand, advanced, isOnHold }) => (
        <span title={why}>
          {why}
          <small>
            {[
              isCourtRemand ? text.remand : undefined,
              ...advanced.map((name) => labelIn(profile?.priority.advanceReasons, name)),
              isOnHold ? text.onHold : undefined,
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      ),
    },
    {
      id: 'since',
      name: words.columns.since,
      width: '100px',
      cell: ({ waitingSince }) => (
        <time dateTime={waitingSince} title={moment(waitingSince)}>
          {age(waitingSince)}
        </time>
      ),
    },
  ]
  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.queue}</h1>
        <span className="soft" role="status">
          {found.data ? words.count(lists.count(waiting.length, !found.hasNextPage)) : ''}
        </span>
        <span className="right">
          {mayPlace && current ? (
            <Button onClick={() => place()} shortcut="Enter">
              {text.place}
            </Button>
          ) : null}
        </span>
      </header>
      <Answer query={found}>
        {() =>
          waiting.length === 0 ? (
            <State title={text.empty.title}>{text.empty.text}</State>
          ) : (
            <DataTable<WaitingSession>
              label={words.parts.queue}
              columns={columns}
              rows={waiting}
              idOf={({ sessionId }) => sessionId}
              currentId={current?.sessionId}
              onCurrent={show}
              onOpen={place}
              hasMore={found.hasNextPage}
              more={() => !found.isFetchingNextPage && void found.fetchNextPage()}
            />
          )
        }
      </Answer>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: lists.move },
          { keys: ['Enter'], name: text.hints.place },
          { keys: ['o'], name: text.hints.open },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      />
      {placing ? <PlaceDialog of={placing} onClose={() => setPlacing(undefined)} /> : null}
    </>
  )
}
