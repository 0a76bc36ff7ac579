import type { Profile } from '@portico/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { eventsQuery } from '../data/case.ts'
import { labelIn } from '../data/profile.ts'
import { Answer } from '../ui/answer.tsx'
import { HolderName } from '../ui/holder-name.tsx'
import { State } from '../ui/states.tsx'
import { words } from '../words/case-page.ts'
import { words as work } from '../words/work.ts'
import { NoDecision } from './case-issues.tsx'
import { type CaseThen, caseThen } from './case-then.ts'

/** People, issues, tasks and documents as they were, told by the events up to then. */
export function CaseAsOf({
  caseId,
  until,
  ...shown
}: {
  caseId: string
  until: string
  profile: Profile | undefined
  seesTasks: boolean
  seesDecisions: boolean
}) {
  const query = useInfiniteQuery(eventsQuery(caseId))
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  return (
    <Answer query={query}>
      {({ pages }) => {
        const then = caseThen(
          pages.flatMap(({ events }) => events),
          until,
        )
        return then.isOpened ? (
          <Then then={then} {...shown} />
        ) : (
          <State title={words.earlier.notOpened}>{words.earlier.laterDay}</State>
        )
      }}
    </Answer>
  )
}

function Then({
  then,
  profile,
  seesTasks,
  seesDecisions,
}: {
  then: CaseThen
  profile: Profile | undefined
  seesTasks: boolean
  seesDecisions: boolean
}) {
  const { documents, issues, openTasks, people } = then
  return (
    <>
      {seesTasks ? (
        <Part title={words.tasks.title} none={words.tasks.none}>
          {openTasks.map(({ id, type, status, assignee }) => (
            <li key={id} className="entry" data-id={id}>
              <div className="top">
                <b>{labelIn(profile?.taskTypes, type)}</b>
                <span className="soft">{work.status[status]}</span>
              </div>
              <p className="faint">
                <HolderName holder={assignee} profile={profile} />
              </p>
            </li>
          ))}
        </Part>
      ) : null}
      <Part title={words.issues.title} none={words.issues.none}>
        {issues.map(({ id, issueType, description, disposition, cited }) => (
          <li key={id} className="entry" data-id={id}>
            <div className="top">
              <b>{description ?? labelIn(profile?.issueTypes, issueType)}</b>
              {disposition ? (
                <span className="badge">{labelIn(profile?.dispositions, disposition)}</span>
              ) : (
                <NoDecision isSeen={seesDecisions} />
              )}
            </div>
            {seesDecisions ? (
              <p className="faint">{cited > 0 ? words.issues.pages(cited) : words.issues.noPages}</p>
            ) : null}
          </li>
        ))}
      </Part>
      <Part title={words.people.title} none={words.people.none}>
        {people.map(({ id, name, role, hasDied }) => (
          <li key={id} className="entry" data-id={id}>
            <div className="top">
              <b>{name}</b>
              <span className="soft">{labelIn(profile?.partyRoles, role)}</span>
            </div>
            {hasDied ? <p className="faint">{words.people.died}</p> : null}
          </li>
        ))}
      </Part>
      <Part title={words.earlier.documents} none={words.earlier.noDocuments}>
        {documents > 0 ? [<li key="count">{words.earlier.count(documents)}</li>] : []}
      </Part>
    </>
  )
}

function Part({ title, none, children }: { title: string; none: string; children: React.ReactNode[] }) {
  const heading = useId()
  return (
    <section className="case-section" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children.length > 0 ? <ul>{children}</ul> : <p className="faint">{none}</p>}
    </section>
  )
}
