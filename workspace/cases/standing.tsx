import type { CaseState, Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { priorityQuery } from '../data/case.ts'
import { labelIn } from '../data/profile.ts'
import { calendarDay, day } from '../ui/dates.ts'
import { Facts } from '../ui/facts.tsx'
import { HolderName } from '../ui/holder-name.tsx'
import { words } from '../words/case-page.ts'

const text = words.state

/** Where the case stands and why, and what comes next. */
export function Standing({
  caseId,
  state,
  profile,
}: {
  caseId: string
  state: CaseState
  profile: Profile | undefined
}) {
  const priority = useQuery(priorityQuery(caseId)).data
  const {
    why,
    next,
    assignee,
    enteredStepAt,
    ageInStepDays,
    deadlineDay,
    deadlineWhy,
    deadlines,
    onHoldUntil,
  } = state
  const hold = deadlines.find(({ endsAt }) => endsAt !== undefined && endsAt === onHoldUntil)?.day
  const advanced = priority?.advanced.map((name) => labelIn(profile?.priority.advanceReasons, name)) ?? []
  const facts: [string, ReactNode][] = [
    [text.why, why],
    [text.next, next],
    [
      text.with,
      assignee ? (
        <>
          <HolderName holder={assignee} profile={profile} />, {text.since(day(enteredStepAt), ageInStepDays)}
        </>
      ) : undefined,
    ],
    [text.hold, hold ? calendarDay(hold) : onHoldUntil ? day(onHoldUntil) : undefined],
    [text.due, deadlineDay ? <DayAndWhy key={text.due} day={deadlineDay} why={deadlineWhy} /> : undefined],
    ...deadlines.map(({ label, day, why }): [string, ReactNode] => [
      label,
      <DayAndWhy key={label} {...{ day, why }} />,
    ]),
    [text.advanced, advanced.length > 0 ? advanced.join(', ') : undefined],
    [text.courtRemand, priority?.isCourtRemand ? '✓' : undefined],
  ]
  return (
    <section className="case-section">
      <h2>{text.title}</h2>
      <Facts facts={facts} />
    </section>
  )
}

/** The last day of a deadline, with the reason beside it, so that nobody has to point at it. */
function DayAndWhy({ day, why }: { day: string | undefined; why: string | undefined }) {
  return (
    <>
      {day ? calendarDay(day) : text.standsStill}
      {why ? <span className="soft"> · {why}</span> : null}
    </>
  )
}
