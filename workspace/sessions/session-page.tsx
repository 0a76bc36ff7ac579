import type { ListedSession } from '@portico/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { eventsQuery } from '../data/case.ts'
import { keys } from '../data/keys.ts'
import { useLiveCase } from '../data/live.ts'
import { caseDetail } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { sessionQuery } from '../data/scheduling.ts'
import { useMay } from '../data/session.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { day, moment, momentIn, ownTimeZone } from '../ui/dates.ts'
import { Facts } from '../ui/facts.tsx'
import { words } from '../words/sessions.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { SessionConference } from './session-conference.tsx'
import { OutcomeDialog, outcomesOf } from './session-outcome.tsx'
import { SessionRecords } from './session-records.tsx'
import { SessionBadges, type Slot } from './slot-time.tsx'
import '../ui/facts.css'
import '../ui/form.css'
import './sessions.css'

const text = words.page

/** One session: when, who, what stands against it, where to join, what came of it. */
export function SessionPage() {
  const { sessionId } = useParams({ from: '/frame/sessions/$sessionId' })
  const found = useQuery(sessionQuery(sessionId))
  useTitle(found.data ? `${words.title}: ${found.data.caseName}` : words.title)
  return (
    <Answer query={found}>{(listed) => <Shown listed={listed} renew={() => void found.refetch()} />}</Answer>
  )
}

function Shown({ listed, renew }: { listed: ListedSession; renew: () => void }) {
  const { session, caseId, caseName, docketNumber, tasks } = listed
  const { id, slot, participants = [], conflicts = [], suggested = [], status } = session
  const [isPlacing, setPlacing] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const keepsCalendars = useMay('keepCalendars')
  const mayManage = useMay('manageSessions')
  const mayPlace = mayManage && keepsCalendars
  const isOpen = ['requested', 'scheduled', 'postponed', 'noShow'].includes(status)
  const { data: of } = useQuery(caseDetail(caseId))
  useLiveCase(caseId, of?.version, ({ type }) => {
    if (type.startsWith('session.') || type.startsWith('task.'))
      void queryClient.invalidateQueries({ queryKey: [...keys.sessions, 'one', id] })
  })
  const facts: [string, string | undefined][] = [
    [text.kind, words.kind[session.kind]],
    [text.when, whenWords(slot)],
    [text.there, slot && isElsewhere(slot) ? momentIn(slot.startsAt, slot.timeZone) : undefined],
    [text.length, slot ? words.minutes(slot.minutes) : undefined],
    [text.place, slot?.place],
    [text.window, session.windowEndsAt ? text.keptUntil(day(session.windowEndsAt)) : undefined],
    [text.requested, day(session.requestedAt)],
    [text.why, session.why],
  ]
  return (
    <div className="session-page">
      <header className="screen-head">
        <h1 title={caseName}>
          {text.session}: {caseName}
        </h1>
        <Link to="/cases/$caseId" params={{ caseId }} className="number" title={docketNumber}>
          {docketNumber}
        </Link>
        <SessionBadges session={session} />
        <span className="right">
          {mayManage && outcomesOf(session).length > 0 ? (
            <Button onClick={() => setEnding(true)}>{words.outcome.open}</Button>
          ) : null}
          {mayPlace && isOpen ? (
            <Button kind={slot ? 'quiet' : 'solid'} onClick={() => setPlacing(true)}>
              {slot && status === 'scheduled' ? text.move : text.place_}
            </Button>
          ) : null}
        </span>
      </header>
      <div className="session-body">
        <section aria-label={text.when}>
          <Facts facts={facts} />
        </section>
        {conflicts.length > 0 ? (
          <section aria-label={text.conflicts}>
            <h2>{text.conflicts}</h2>
            <ul className="standing-against">
              {conflicts.map(({ why, participant }) => (
                <li key={`${participant?.id} ${why}`}>{why}</li>
              ))}
            </ul>
            {mayPlace ? (
              <p>
                <Link to="/sessions" search={{ part: 'conflicts' }}>
                  {text.repair}
                </Link>
              </p>
            ) : null}
          </section>
        ) : null}
        <section>
          <h2>{text.participants}</h2>
          {participants.length === 0 ? <p className="faint">{text.noParticipants}</p> : null}
          <ul>
            {participants.map(({ kind, id, name }) => (
              <li key={id} data-id={id}>
                {name} <span className="faint">{words.participant[kind]}</span>
              </li>
            ))}
          </ul>
        </section>
        {suggested.length > 0 ? (
          <section>
            <h2>{text.suggested}</h2>
            <ul>
              {suggested.map(({ startsAt, timeZone }) => (
                <li key={startsAt}>{momentIn(startsAt, timeZone)}</li>
              ))}
            </ul>
          </section>
        ) : null}
        {tasks.length > 0 ? (
          <section>
            <h2>{text.tasks}</h2>
            <ul>
              {tasks.map((task) => (
                <li key={task.id} data-id={task.id}>
                  <Link to="/cases/$caseId" params={{ caseId }} search={{ task: task.id }}>
                    {task.label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {status === 'scheduled' && session.kind !== 'inPerson' ? (
          <section>
            <h2>{text.conference}</h2>
            <SessionConference caseId={caseId} session={session} />
          </section>
        ) : null}
        <SessionRecords caseId={caseId} session={session} />
        <Reminders caseId={caseId} sessionId={id} />
      </div>
      {isEnding ? (
        <OutcomeDialog
          listed={listed}
          onClose={() => {
            setEnding(false)
            renew()
          }}
        />
      ) : null}
      {isPlacing ? (
        <PlaceDialog
          of={{ caseId, docketNumber, sessionId: id, kind: session.kind, participants, slot }}
          onClose={() => {
            setPlacing(false)
            renew()
          }}
        />
      ) : null}
    </div>
  )
}

const isElsewhere = ({ timeZone }: Slot) => timeZone !== ownTimeZone()

/** Whose clock it is by is said where there are two. */
function whenWords(slot: Slot | undefined): string {
  if (!slot) return text.notPlaced
  return isElsewhere(slot) ? `${moment(slot.startsAt)} (${words.yourClock})` : moment(slot.startsAt)
}

/** Which days it was reminded of, as the history of the case has them. */
function Reminders({ caseId, sessionId }: { caseId: string; sessionId: string }) {
  const history = useInfiniteQuery(eventsQuery(caseId))
  const due = (history.data?.pages ?? [])
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.type === 'session.reminderDue' && event.data?.sessionId === sessionId ? [event] : [],
    )
  if (!history.data) return null
  return (
    <section>
      <h2>{text.reminders}</h2>
      {due.length === 0 ? <p className="faint">{text.noReminders}</p> : null}
      <ul>
        {due.map(({ sequence, at, data }) => (
          <li key={sequence}>
            {text.reminder(data?.days ?? 0)} <span className="faint">{moment(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
