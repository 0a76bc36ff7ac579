import type { Case } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DraftLink, useCurrentDraft } from '../cases/draft-link.tsx'
import { statusLabel } from '../data/profile.ts'
import { useMe } from '../data/session.ts'
import { calendarDay } from '../ui/dates.ts'
import { HolderName } from '../ui/holder-name.tsx'
import { words as drafts } from '../words/draft-link.ts'
import { words } from '../words/reading.ts'
import { caseState, profile } from './queries.ts'
import { useReading } from './reading.ts'

/** The appellant, the state of the case, and how much of it is read. */
export function CaseHead({ currentCase, actions }: { currentCase: Case; actions: ReactNode }) {
  const { caseId, file, may } = useReading()
  const state = useQuery({ ...caseState(caseId), enabled: may('readState') }).data
  const profileInForce = useQuery(profile).data?.profile
  const me = useMe()
  const draft = useCurrentDraft(caseId, may('readDeliberations'))
  const read = file.documents.filter((document) => document.read).length
  const { firstName, middleName, lastName } = currentCase.veteran
  const status = statusLabel(profileInForce, state?.status)
  const { pagesRead, pages, pagesToRecognise } = currentCase.text
  return (
    <header className="case-head">
      <h1>
        <Link to="/cases/$caseId" params={{ caseId }}>
          {lastName}, {firstName} {middleName ? `${middleName.slice(0, 1)}.` : ''}
        </Link>
      </h1>
      <span className="soft number">{currentCase.docketNumber}</span>
      {state && status ? (
        <span className="case-state" title={state.why}>
          <i aria-hidden="true" />
          {status}
          {state.assignee ? (
            <span>
              {'· '}
              {state.assignee.id === me.id ? (
                words.notes.you
              ) : (
                <HolderName holder={state.assignee} profile={profileInForce} />
              )}
            </span>
          ) : null}
          <span>· {words.days(state.ageInStepDays)}</span>
        </span>
      ) : null}
      {state?.deadlineDay ? (
        <span className="faint due">{words.due(calendarDay(state.deadlineDay))}</span>
      ) : null}
      <meter
        className="progress"
        min={0}
        max={Math.max(1, file.documents.length)}
        value={read}
        aria-label={words.ofDocuments(read, file.documents.length)}
      />
      <span className="soft number">{words.ofDocuments(read, file.documents.length)}</span>
      {pagesRead < pages ? <span className="faint">{words.textProgress(pagesRead, pages)}</span> : null}
      {pagesToRecognise > 0 ? <span className="faint">{words.toRecognise(pagesToRecognise)}</span> : null}
      <span className="right">
        {draft ? (
          <DraftLink className="button" caseId={caseId} draft={draft}>
            {drafts.open[draft.status]}
          </DraftLink>
        ) : null}
        <Link className="button" to="/cases/$caseId" params={{ caseId }}>
          {words.casePage}
        </Link>
        {actions}
      </span>
    </header>
  )
}
