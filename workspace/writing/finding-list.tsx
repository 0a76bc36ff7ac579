import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { words } from '../words/writing.ts'
import type { FoundHere } from './decision-text.tsx'
import { type Decided, findingPlace } from './places.ts'

const text = words.findings

/** What stands in the way of a signature, and what to know before it: each leads to its place. */
export function FindingList({
  caseId,
  findings,
  decided,
  isSigned,
  onLead,
}: {
  caseId: string
  findings: readonly FoundHere[]
  decided: Decided
  isSigned: boolean
  onLead: (at: string) => void
}) {
  const blockers = findings.filter(({ isBlocker }) => isBlocker)
  const warnings = findings.filter(({ isBlocker }) => !isBlocker)
  const list = (some: readonly FoundHere[]) => (
    <ul className="found-list">
      {some.map((finding) => (
        <Found
          key={finding.code + finding.sentence}
          caseId={caseId}
          finding={finding}
          at={findingPlace(finding, decided)}
          onLead={onLead}
        />
      ))}
    </ul>
  )
  if (isSigned)
    return (
      <>
        <h2>{text.decided}</h2>
        {warnings.length > 0 ? list(warnings) : <p className="soft">{text.noneTold}</p>}
      </>
    )
  return (
    <>
      {blockers.length > 0 ? (
        <>
          <h2>{text.blocking}</h2>
          {list(blockers)}
        </>
      ) : (
        <p className="ready">
          <CircleCheck aria-hidden="true" /> {warnings.length > 0 ? text.ready : text.none}
        </p>
      )}
      {warnings.length > 0 ? (
        <>
          <h2>{text.warning}</h2>
          {list(warnings)}
        </>
      ) : null}
    </>
  )
}

function Found({
  caseId,
  finding: { code, sentence, isBlocker, documentIds = [], partyId, taskId },
  at,
  onLead,
}: {
  caseId: string
  finding: FoundHere
  at: string | undefined
  onLead: (at: string) => void
}) {
  const [documentId] = documentIds
  const icon = isBlocker ? <CircleAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />
  return (
    <li className={isBlocker ? 'bad' : 'warn'} data-id={code}>
      {icon}
      <span>
        {at === undefined ? (
          sentence
        ) : (
          <button type="button" className="lead" onClick={() => onLead(at)}>
            {sentence}
          </button>
        )}{' '}
        {documentId === undefined ? null : (
          <Link to="/cases/$caseId/read/documents/$documentId" params={{ caseId, documentId }}>
            {documentIds.length > 1 ? text.documents(documentIds.length) : text.document}
          </Link>
        )}
        {taskId === undefined ? null : (
          <Link to="/cases/$caseId" params={{ caseId }}>
            {text.task}
          </Link>
        )}
        {partyId === undefined && code !== 'noRecipient' ? null : (
          <Link to="/cases/$caseId" params={{ caseId }}>
            {text.people}
          </Link>
        )}
      </span>
    </li>
  )
}
