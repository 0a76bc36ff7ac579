import type { Profile } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { words } from '../words/writing.ts'
import { Remaining } from './finding-note.tsx'
import { type Decided, type FoundHere, findingPlace } from './places.ts'

const text = words.findings

type Listed = {
  caseId: string
  decided: Decided
  profile: Profile | undefined
  onLead: (at: string) => void
}

/** What stands in the way of a signature, and what to know before it: each leads to its place. */
export function FindingList({
  findings,
  isSigned,
  ...listed
}: Listed & { findings: readonly FoundHere[]; isSigned: boolean }) {
  const blockers = findings.filter(({ isBlocker }) => isBlocker)
  const warnings = findings.filter(({ isBlocker }) => !isBlocker)
  const list = (some: readonly FoundHere[]) => (
    <ul className="found-list">
      {byCause(some).map((findings) => {
        const [first] = findings
        return first.why === undefined ? (
          <Found key={first.code + first.sentence} {...listed} finding={first} />
        ) : (
          <Barred key={first.code + first.why} {...listed} why={first.why} findings={findings} />
        )
      })}
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

type Together = [FoundHere, ...FoundHere[]]

/** One cause that bars many issues is told once; every other finding stands alone. */
function byCause(findings: readonly FoundHere[]): Together[] {
  const groups = new Map<string, Together>()
  for (const finding of findings) {
    const { code, sentence, why, partyId, taskId } = finding
    const key = JSON.stringify(why === undefined ? [code, sentence] : [code, why, partyId, taskId])
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups.values()]
}

function Found({ caseId, finding, decided, onLead }: Listed & { finding: FoundHere }) {
  const at = findingPlace(finding, decided)
  return (
    <Item finding={finding}>
      <p>
        {at === undefined ? (
          finding.sentence
        ) : (
          <button type="button" className="lead" onClick={() => onLead(at)}>
            {finding.sentence}
          </button>
        )}
      </p>
      <WayOut caseId={caseId} finding={finding} />
    </Item>
  )
}

function Barred({
  caseId,
  why,
  findings,
  decided,
  profile,
  onLead,
}: Listed & { why: string; findings: Together }) {
  const [first] = findings
  const issues = decided.sections.filter(({ part }) => part === 'issue')
  return (
    <Item finding={first}>
      <p>
        <b>{text.because(why)}</b> {text.barred(findings.length)}
      </p>
      <ol className="barred">
        {findings.map((finding) => {
          const index = issues.findIndex(({ issueId }) => issueId === finding.issueId)
          const at = findingPlace(finding, decided)
          return (
            <li key={finding.issueId} value={index + 1}>
              <button type="button" className="lead" onClick={() => at !== undefined && onLead(at)}>
                <bdi>{issues[index]?.heading ?? finding.sentence}</bdi>
              </button>
            </li>
          )
        })}
      </ol>
      <Remaining caseId={caseId} dispositions={first.dispositions ?? []} profile={profile} />
      <WayOut caseId={caseId} finding={first} />
    </Item>
  )
}

function Item({ finding: { code, isBlocker }, children }: { finding: FoundHere; children: ReactNode }) {
  return (
    <li className={isBlocker ? 'bad' : 'warn'} data-id={code}>
      {isBlocker ? <CircleAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <div>{children}</div>
    </li>
  )
}

/** Where what stands in the way is settled. */
function WayOut({
  caseId,
  finding: { code, documentIds = [], partyId, taskId },
}: {
  caseId: string
  finding: FoundHere
}) {
  const [documentId] = documentIds
  const toCase = (label: string) => (
    <Link className="way" to="/cases/$caseId" params={{ caseId }} activeOptions={{ exact: true }}>
      {label}
    </Link>
  )
  return (
    <>
      {documentId === undefined ? null : (
        <Link className="way" to="/cases/$caseId/read/documents/$documentId" params={{ caseId, documentId }}>
          {documentIds.length > 1 ? text.documents(documentIds.length) : text.document}
        </Link>
      )}
      {taskId === undefined ? null : toCase(text.task)}
      {partyId === undefined && code !== 'noRecipient' ? null : toCase(text.people)}
    </>
  )
}
