import type { Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { issuesQuery } from '../data/case.ts'
import { offerOf } from '../data/issue-offers.ts'
import { labelIn } from '../data/profile.ts'
import { words } from '../words/writing.ts'
import type { FoundHere } from './places.ts'

const text = words.findings

export type NamedIssue = { place: number; title: string }

/** A finding beside what it is about. At its own issue the issue is not named again. */
export function FindingNote({
  caseId,
  finding: { code, sentence, isBlocker, why, dispositions },
  issue,
  profile,
}: {
  caseId: string
  finding: FoundHere
  issue: NamedIssue | undefined
  profile: Profile | undefined
}) {
  const name = issue && `Issue ${issue.place}, “${issue.title}”, `
  const says = name && sentence.startsWith(name) ? text.ofIssue(sentence.slice(name.length)) : sentence
  return (
    <div className={`found ${isBlocker ? 'bad' : 'warn'}`} data-finding={code}>
      <b>{isBlocker ? text.blocking : text.warning}</b>
      {why !== undefined && dispositions ? (
        <>
          <p>{text.because(why)}</p>
          <Remaining caseId={caseId} dispositions={dispositions} profile={profile} />
        </>
      ) : (
        <p>{says}</p>
      )}
    </div>
  )
}

/** The dispositions that can still be signed, and the way to them. */
export function Remaining({
  caseId,
  dispositions,
  profile,
}: {
  caseId: string
  dispositions: readonly string[]
  profile: Profile | undefined
}) {
  const { actions } = useQuery(issuesQuery(caseId)).data ?? {}
  if (dispositions.length === 0) return <p>{text.remainingNone}</p>
  return (
    <>
      <p className="soft">{text.remaining}</p>
      <ul className="remaining" aria-label={text.remaining}>
        {dispositions.map((name) => (
          <li key={name} className="badge">
            {labelIn(profile?.dispositions, name)}
          </li>
        ))}
      </ul>
      {offerOf('decide', actions) ? (
        <Link to="/cases/$caseId/read" params={{ caseId }}>
          {text.decide}
        </Link>
      ) : null}
    </>
  )
}
