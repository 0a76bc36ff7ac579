import type { Issue, Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { evidenceQuery, issuesQuery } from '../data/case.ts'
import { labelIn } from '../data/profile.ts'
import { Answer } from '../ui/answer.tsx'
import { Skeleton } from '../ui/states.tsx'
import { words } from '../words/case-page.ts'
import { Section } from './section.tsx'

type Shown = {
  caseId: string
  profile: Profile | undefined
  /** Decisions that are not signed, and what is cited, are for those who deliberate. */
  seesDecisions: boolean
}

export function CaseIssues(shown: Shown) {
  const { caseId } = shown
  const query = useQuery(issuesQuery(caseId))
  return (
    <Section title={words.issues.title} query={query} items={({ issues }) => issues} none={words.issues.none}>
      {({ issues, past }) => (
        <>
          <ol>
            {issues.map((issue) => (
              <IssueEntry key={issue.id} issue={issue} {...shown} />
            ))}
          </ol>
          {past.length > 0 ? (
            <details>
              <summary className="soft">{words.issues.past}</summary>
              <ol>
                {past.map((issue) => (
                  <IssueEntry key={issue.id} issue={issue} {...shown} />
                ))}
              </ol>
            </details>
          ) : null}
        </>
      )}
    </Section>
  )
}

/** None that the reader is shown: that there is none, only to those who would see it. */
export const NoDecision = ({ isSeen }: { isSeen: boolean }) =>
  isSeen ? (
    <span className="badge open">{words.issues.undecided}</span>
  ) : (
    <span className="faint">{words.issues.notShown}</span>
  )

function IssueEntry({ caseId, issue, profile, seesDecisions }: Shown & { issue: Issue }) {
  const isFinal = profile?.dispositions.find(({ name }) => name === issue.decision?.disposition)?.isFinal
  const { position, issueType, description, decision, citations, removal } = issue
  const facts = [
    labelIn(profile?.issueTypes, issueType),
    seesDecisions ? (citations > 0 ? words.issues.pages(citations) : words.issues.noPages) : undefined,
    removal?.why,
  ]
  return (
    <li className="entry" data-id={issue.id}>
      <div className="top">
        {position === undefined ? null : <span className="number faint">{position + 1}</span>}
        <b>{description ?? labelIn(profile?.issueTypes, issueType)}</b>
        {decision ? (
          <span className={`badge ${isFinal ? '' : 'warn'}`}>
            {labelIn(profile?.dispositions, decision.disposition)}
          </span>
        ) : issue.status === 'sentBack' ? (
          <span className="badge warn">{words.issues.sentBack}</span>
        ) : (
          <NoDecision isSeen={seesDecisions} />
        )}
      </div>
      <p className="faint">{facts.filter(Boolean).join(' · ')}</p>
      {seesDecisions && citations > 0 ? <Evidence caseId={caseId} issueId={issue.id} /> : null}
    </li>
  )
}

/** Each citation leads to its page in the reader. */
function Evidence({ caseId, issueId }: { caseId: string; issueId: string }) {
  const query = useQuery(evidenceQuery(caseId, issueId))
  return (
    <Answer query={query} skeleton={<Skeleton lines={1} />}>
      {(evidence) => (
        <ul className="evidence">
          {evidence.map(({ id, anchor, documentName, note, orphaned }) => (
            <li key={id} data-id={id}>
              <Link to="/cases/$caseId/read/pages/$page" params={{ caseId, page: String(anchor.page) }}>
                {words.issues.page(anchor.page)}
              </Link>{' '}
              <span className="soft">{anchor.quote ? `“${anchor.quote}”` : documentName}</span>
              {note ? <span className="faint"> · {note}</span> : null}
              {orphaned ? <span className="problem"> · {words.issues.orphaned}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </Answer>
  )
}
