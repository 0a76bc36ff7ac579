import type { Profile, Remand } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Section } from '../cases/section.tsx'
import { remandsQuery } from '../data/case.ts'
import { useOpenAfterReload } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { calendarDay, day } from '../ui/dates.ts'
import { Facts } from '../ui/facts.tsx'
import { useCommand } from '../ui/use-command.ts'
import { useWhileOpen } from '../ui/while-open.ts'
import { words } from '../words/remands.ts'
import { Checklist } from './checklist.tsx'
import { CourtRemandForm } from './court-remand-form.tsx'
import { MandateForm } from './mandate-form.tsx'
import { TakeBackForm } from './take-back-form.tsx'

type Shown = { caseId: string; profile: Profile | undefined; may: readonly string[] }

/** What was sent back, by the board or by a court: how far it is, and how its instructions are answered. */
export function CaseRemands(shown: Shown) {
  const { caseId, may } = shown
  const query = useQuery(remandsQuery(caseId))
  const [form, setForm] = useOpenAfterReload<'court'>(`courtRemand.${caseId}`)
  const mayTrack = may.includes('trackRemands')
  if (!mayTrack && query.data?.length === 0) return null
  return (
    <>
      <Section
        title={words.title}
        query={query}
        items={(remands) => remands}
        none={words.none}
        actions={
          mayTrack ? <Button onClick={() => setForm('court')}>{words.court.action}</Button> : undefined
        }
      >
        {(remands) => (
          <ul>
            {remands.map((remand) => (
              <Entry key={remand.id} {...shown} remand={remand} />
            ))}
          </ul>
        )}
      </Section>
      {form ? <CourtRemandForm {...shown} onClose={() => setForm(undefined)} /> : null}
    </>
  )
}

function Entry({ caseId, profile, may, remand }: Shown & { remand: Remand }) {
  const { status, kind, to, sentAt, mandate, deadlines, returned, ended } = remand
  const isAway = status !== 'returned' && status !== 'ended'
  const facts = [
    mandate
      ? words.mandate(mandate.court ?? words.aCourt, calendarDay(mandate.mandateOn))
      : words.sent(to?.label ?? '', day(sentAt)),
    returned ? words.returned(calendarDay(returned.receivedOn)) : undefined,
    returned?.goesToWhy,
    returned?.why,
    ended?.why,
  ]
  return (
    <li className="entry" data-id={remand.id}>
      <div className="top">
        <b>{words.kind[kind]}</b>
        <span className={`badge ${isAway ? 'warn' : 'open'}`}>{words.status[status]}</span>
      </div>
      <p className="faint">{facts.filter(Boolean).join(' · ')}</p>
      <Deadlines deadlines={deadlines} />
      <Checklist caseId={caseId} remand={remand} profile={profile} />
      {may.includes('trackRemands') ? (
        <>
          <Mandate caseId={caseId} remand={remand} />
          <Tracking caseId={caseId} remand={remand} isAway={isAway} />
        </>
      ) : null}
    </li>
  )
}

function Mandate({ caseId, remand }: { caseId: string; remand: Remand }) {
  const [form, setForm] = useOpenAfterReload<'mandate'>(`mandate.${remand.id}`)
  const isOffered = remand.mandate !== undefined && remand.status !== 'ended'
  const corrected = useWhileOpen(form, isOffered ? remand : undefined)
  return (
    <>
      {isOffered ? (
        <div className="actions">
          <Button onClick={() => setForm('mandate')}>{words.correct.action}</Button>
        </div>
      ) : null}
      {corrected ? (
        <MandateForm caseId={caseId} remand={corrected} onClose={() => setForm(undefined)} />
      ) : null}
    </>
  )
}

/** Each with the reason beside it, so that nobody has to point at it. */
function Deadlines({ deadlines }: Pick<Remand, 'deadlines'>) {
  if (deadlines.length === 0) return null
  return (
    <Facts
      facts={deadlines.map(({ label, due, day: lastDay, why }) => [
        label,
        <span key={label}>
          {lastDay ? calendarDay(lastDay) : due ? day(due) : words.standsStill}
          {why ? <span className="soft"> · {why}</span> : null}
        </span>,
      ])}
    />
  )
}

function Tracking({ caseId, remand, isAway }: { caseId: string; remand: Remand; isAway: boolean }) {
  const [form, setForm] = useOpenAfterReload<'return'>(`remand.${remand.id}`)
  const takenBack = useWhileOpen(form, isAway ? remand : undefined)
  const back = useRef<HTMLButtonElement>(null)
  const report = useCommand({
    run: (_, status: 'acknowledged' | 'workDone') =>
      portico().remands.reportProgress(caseId, remand.id, { status }),
    renews: [keys.case(caseId)],
    done: words.progress.done,
    // The button that was pressed is gone.
    onDone: () => back.current?.focus(),
  })
  return (
    <>
      {isAway ? (
        <>
          <div className="actions">
            {remand.status === 'sentBack' ? (
              <Button aria-disabled={report.isPending} onClick={() => report.send('acknowledged')}>
                {words.progress.acknowledged}
              </Button>
            ) : null}
            {remand.status === 'workDone' ? null : (
              <Button aria-disabled={report.isPending} onClick={() => report.send('workDone')}>
                {words.progress.workDone}
              </Button>
            )}
            <Button ref={back} kind="solid" onClick={() => setForm('return')}>
              {words.takeBack.action}
            </Button>
          </div>
          <p className="problem" role="alert">
            {report.problem}
          </p>
        </>
      ) : null}
      {takenBack ? (
        <TakeBackForm caseId={caseId} remand={takenBack} onClose={() => setForm(undefined)} />
      ) : null}
    </>
  )
}
