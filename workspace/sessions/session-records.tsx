import type { Session } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import { timeOfDay } from '../ui/dates.ts'
import { words } from '../words/sessions.ts'

const text = words.page

type Of = { caseId: string; session: Session }

/** What came of it, and who came. */
export function SessionRecords({
  caseId,
  session: { id, artifacts = [], attendance = [], record, withoutRecord = '' },
}: Of) {
  return (
    <>
      {artifacts.length === 0 && record !== undefined && record !== 'stored' ? (
        <section>
          <h2>{text.artifacts}</h2>
          <p>{record === 'none' ? text.record.none(withoutRecord) : text.record[record]}</p>
        </section>
      ) : null}
      {artifacts.length > 0 ? (
        <section>
          <h2>{text.artifacts}</h2>
          <ul>
            {artifacts.map(({ artifactId, kind, name, speaker, documentId, why }) => (
              <li key={artifactId} data-id={artifactId}>
                {documentId ? (
                  <Link to="/cases/$caseId/read/documents/$documentId" params={{ caseId, documentId }}>
                    {name}
                  </Link>
                ) : (
                  name
                )}{' '}
                <span className="faint">
                  {[text.artifact[kind], speaker?.name, documentId ? undefined : (why ?? text.beingFiled)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          {artifacts.some(({ kind }) => kind === 'recording') ? (
            <p>
              <Link to="/cases/$caseId/sessions/$sessionId/transcript" params={{ caseId, sessionId: id }}>
                {text.transcript}
              </Link>
            </p>
          ) : null}
        </section>
      ) : null}
      {attendance.length > 0 ? (
        <section>
          <h2>{text.attendance}</h2>
          <ul>
            {attendance.map(({ name, isHost, joinedAt, leftAt }) => (
              <li key={`${name} ${joinedAt}`}>
                {name}{' '}
                <span className="faint">
                  {[
                    isHost ? text.host : undefined,
                    text.here(timeOfDay(joinedAt), leftAt && timeOfDay(leftAt)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
