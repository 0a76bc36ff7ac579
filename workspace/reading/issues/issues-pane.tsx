import type { CheckedCitation } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useStore } from '../../data/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure, Skeleton, State } from '../../ui/states.tsx'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import { useReading } from '../reading.ts'
import { caseBlockers } from './issue-queries.ts'
import type { CaseIssues, IssueWithEvidence } from './use-issues.ts'

const { issues: text } = words

/** The issues, each with its evidence. */
export function IssuesPane({
  issues,
  focused,
  onFocus,
  onDecide,
  onUncite,
}: {
  issues: CaseIssues
  focused: string | undefined
  onFocus: (issueId: string) => void
  onDecide: (issue: IssueWithEvidence) => void
  onUncite: (issue: IssueWithEvidence, citation: CheckedCitation) => void
}) {
  if (issues.isLoading) return <Skeleton lines={5} />
  if (issues.error) return <Failure error={issues.error} />
  if (issues.issues.length === 0) return <State title={text.none}>{text.noneText}</State>
  return (
    <div className="issues-pane">
      <p className="holding" role="status">
        {issues.holding}
      </p>
      {issues.issues.map((issue) => (
        <IssueCard
          key={issue.id}
          issue={issue}
          issues={issues}
          isFocused={issue.id === focused}
          onFocus={() => onFocus(issue.id)}
          onDecide={() => onDecide(issue)}
          onUncite={(citation) => onUncite(issue, citation)}
        />
      ))}
      <Blockers />
    </div>
  )
}

function IssueCard({
  issue,
  issues,
  isFocused,
  onFocus,
  onDecide,
  onUncite,
}: {
  issue: IssueWithEvidence
  issues: CaseIssues
  isFocused: boolean
  onFocus: () => void
  onDecide: () => void
  onUncite: (citation: CheckedCitation) => void
}) {
  const { page: reading, goTo, may } = useReading()
  const page = useStore(reading)
  const profileInForce = useQuery(profile).data?.profile
  const { number, description, issueType, scope, decision, evidence, signedIn } = issue
  const type = profileInForce?.issueTypes.find(({ name }) => name === issueType)?.label ?? issueType
  const disposition = profileInForce?.dispositions.find(({ name }) => name === decision?.disposition)
  const decided = disposition?.label ?? decision?.disposition
  const outcome = decided ?? (may('readDeliberations') ? text.undecided : text.notShown)
  const mayCite = issues.offer('cite', issue) !== undefined
  const show = ({ anchor }: CheckedCitation) => goTo({ page: anchor.page, box: anchor.rect })
  return (
    <article className={`issue ${isFocused ? 'focused' : ''}`} data-id={issue.id} onFocus={onFocus}>
      <header>
        <span className="order">{number}</span>
        <h3>
          {description || type}
          {scope ? <small>{scope}</small> : null}
        </h3>
        {issues.offer('decide', issue) ? (
          <Button
            className={
              decision ? `disposition ${disposition?.isFinal ? 'final' : 'open'}` : 'disposition undecided'
            }
            title={text.decide}
            aria-label={`${text.decideTitle(number)}: ${outcome}`}
            onClick={onDecide}
          >
            {outcome}
          </Button>
        ) : (
          <span className="disposition">
            {outcome}
            {signedIn ? ` · ${text.locked}` : ''}
          </span>
        )}
      </header>
      <ul>
        {evidence.map((citation) => {
          const { anchor, note, check } = citation
          return (
            <li key={citation.id} className={anchor.page === page ? 'here' : ''}>
              <button type="button" className="place" onClick={() => show(citation)}>
                <span className="number page-number">{text.page(anchor.page)}</span>
                <span>
                  {anchor.quote ? <q>{anchor.quote}</q> : citation.documentName}
                  {note ? <small> {note}</small> : null}
                  {check.resolves && check.status === 'holds' ? null : (
                    <small className={check.resolves ? 'faint' : 'bad'}>{text.checks[check.status]}</small>
                  )}
                </span>
              </button>
              {mayCite ? (
                <IconButton name={text.uncite} icon={<Trash2 />} onClick={() => onUncite(citation)} />
              ) : null}
            </li>
          )
        })}
      </ul>
      {mayCite && number <= 9 ? (
        <p className="hint">
          <kbd>e</kbd> <kbd>{number}</kbd> {text.cite}
        </p>
      ) : null}
    </article>
  )
}

/** What bars a signature of the draft. */
function Blockers() {
  const { caseId, may } = useReading()
  const found = useQuery({ ...caseBlockers(caseId), enabled: may('readDeliberations') }).data
  if (!found) return null
  return (
    <section className="blockers">
      <h3>{text.blocked}</h3>
      {found.blockers.length === 0 ? <p className="good">{text.blockedNone}</p> : null}
      <ul>
        {found.blockers.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {found.warnings.length ? (
        <>
          <h3>{text.warnings}</h3>
          <ul>
            {found.warnings.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
