import type { Case } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { calendarDay } from '../ui/dates.ts'
import { words } from '../words/reading.ts'
import { caseState, profile } from './queries.ts'
import { useReading } from './reading.ts'

/** Whose case it is, where it stands, and how much of it is read. */
export function CaseHead({ of, actions }: { of: Case; actions: ReactNode }) {
  const { caseId, file, may } = useReading()
  const state = useQuery({ ...caseState(caseId), enabled: may('readState') }).data
  const statuses = useQuery(profile).data?.profile.statuses ?? []
  const read = file.documents.filter((document) => document.read).length
  const { firstName, middleName, lastName } = of.veteran
  const status = statuses.find(({ name }) => name === state?.status)?.label ?? state?.status
  const { pagesRead, pages, pagesToRecognise } = of.text
  return (
    <header className="case-head">
      <h1>
        <Link to="/cases/$caseId" params={{ caseId }}>
          {lastName}, {firstName} {middleName ? `${middleName.slice(0, 1)}.` : ''}
        </Link>
      </h1>
      <span className="soft number">{of.docketNumber}</span>
      {state && status ? (
        <span className="case-state" title={state.why}>
          <i aria-hidden="true" />
          {words.state(status, state.ageInStepDays)}
        </span>
      ) : null}
      {state?.deadline ? <span className="faint">{words.due(calendarDay(state.deadline))}</span> : null}
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
      <span className="right">{actions}</span>
    </header>
  )
}
