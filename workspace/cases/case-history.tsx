import type { Access, PorticoEvent, Profile } from '@portico/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessQuery, eventsQuery } from '../data/case.ts'
import { useProfile } from '../data/profile.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { day, timeOfDay } from '../ui/dates.ts'
import { PersonName } from '../ui/person-name.tsx'
import { words } from '../words/case-page.ts'
import { happened } from '../words/history.ts'

const text = words.history
type Subject = keyof typeof text.subjects

/** All that has happened, newest first, and for those who may know it who has looked. */
export function CaseHistory({
  caseId,
  until,
  maySeeAccess,
}: {
  caseId: string
  until: string | undefined
  maySeeAccess: boolean
}) {
  const [tab, setTab] = useState<'history' | 'access'>('history')
  const tabs = [['history', text.title] as const, ...(maySeeAccess ? [['access', text.access] as const] : [])]
  return (
    <aside className="history" aria-label={text.title}>
      <div className="tabs" role="tablist">
        {tabs.map(([id, name]) => (
          <button key={id} type="button" role="tab" aria-selected={tab === id} onClick={() => setTab(id)}>
            {name}
          </button>
        ))}
      </div>
      {tab === 'history' ? <Timeline caseId={caseId} until={until} /> : <AccessLog caseId={caseId} />}
    </aside>
  )
}

function Timeline({ caseId, until }: { caseId: string; until: string | undefined }) {
  const query = useInfiniteQuery(eventsQuery(caseId))
  const profile = useProfile()
  const [subject, setSubject] = useState<Subject>()
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  return (
    <>
      <div className="filters">
        <label>
          {text.filter}{' '}
          <select
            className="input"
            value={subject ?? ''}
            onChange={({ target }) => setSubject((target.value || undefined) as Subject | undefined)}
          >
            <option value="">{text.all}</option>
            {Object.entries(text.subjects).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Answer query={query}>
        {({ pages }) => {
          const events = pages
            .flatMap((page) => page.events)
            .filter(({ at, type }) => (!until || at <= until) && (!subject || type.startsWith(`${subject}.`)))
            .toReversed()
          if (events.length === 0) return <p className="timeline faint">{text.none}</p>
          const days = Map.groupBy(events, ({ at }) => day(at))
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
            <div className="timeline" role="region" aria-label={text.title} tabIndex={0}>
              {[...days].map(([date, own]) => (
                <section key={date}>
                  <h3>{date}</h3>
                  <ol>
                    {own.map((event) => (
                      <li key={event.id} data-id={event.id}>
                        <time dateTime={event.at}>{timeOfDay(event.at)}</time>
                        <div>
                          <b>
                            {event.actor.kind === 'system' ? (
                              words.system
                            ) : (
                              <PersonName username={event.actor.name} />
                            )}
                          </b>{' '}
                          {happened(event.type)}
                          <Detail event={event} profile={profile} />
                        </div>
                      </li>
                    ))}
                  </ol>
                </section>
              ))}
            </div>
          )
        }}
      </Answer>
    </>
  )
}

/** The few words of a payload that a person looks for, whatever event has them. */
const telling = [
  'name',
  'label',
  'title',
  'text',
  'tag',
  'why',
  'note',
  'status',
  'outcome',
  'disposition',
  'description',
  'comment',
  'docketNumber',
  'type',
  'kind',
]

function Detail({ event, profile }: { event: PorticoEvent; profile: Profile | undefined }) {
  const data = (event.data ?? {}) as Record<string, unknown>
  const found = telling
    .map((name) => data[name])
    .filter((value): value is string => typeof value === 'string' && value !== '' && value.length < 200)
    .flatMap((value) => wordsFor(value, profile) ?? [])
  if (found.length === 0) return null
  return <div className="detail">{[...new Set(found)].slice(0, 2).join(' · ')}</div>
}

/** A name of the profile by its label; a name that nobody has given a label tells a person nothing. */
function wordsFor(value: string, profile: Profile | undefined): string | undefined {
  const sections = [
    profile?.taskTypes,
    profile?.statuses,
    profile?.dispositions,
    profile?.dockets,
    profile?.caseTypes,
    profile?.issueTypes,
    profile?.partyRoles,
    profile?.mailTypes,
    profile?.taskTypes.flatMap(({ outcomes = [] }) => outcomes),
  ]
  const known = sections.flatMap((section) => section ?? []).find(({ name }) => name === value)
  return known?.label ?? (/^[a-z]+([A-Z][a-z]*)*$/.test(value) ? undefined : value)
}

function AccessLog({ caseId }: { caseId: string }) {
  const query = useInfiniteQuery(accessQuery(caseId))
  return (
    <Answer query={query}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries)
        if (entries.length === 0) return <p className="timeline faint">{text.accessNone}</p>
        const days = Map.groupBy(entries, ({ at }) => day(at))
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          <div className="timeline" role="region" aria-label={text.access} tabIndex={0}>
            {[...days].map(([date, own]) => (
              <section key={date}>
                <h3>{date}</h3>
                <ol>
                  {own.map((entry) => (
                    <AccessEntry key={entry.position} entry={entry} />
                  ))}
                </ol>
              </section>
            ))}
            {query.hasNextPage ? (
              <Button onClick={() => void query.fetchNextPage()}>{text.more}</Button>
            ) : null}
          </div>
        )
      }}
    </Answer>
  )
}

function AccessEntry({ entry: { position, at, member, kind, what } }: { entry: Access }) {
  return (
    <li data-id={String(position)}>
      <time dateTime={at}>{timeOfDay(at)}</time>
      <div>
        <b>
          <PersonName username={member.name} />
        </b>{' '}
        {text.accessKind[kind]} {what.of.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}
        {what.format ? ` (${what.format})` : ''}
      </div>
    </li>
  )
}
