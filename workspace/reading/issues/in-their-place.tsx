import { OverrideField } from '../../ui/override-field.tsx'
import type { CaseIssues, IssueWithEvidence } from './use-issues.ts'

/** In a dialog about an issue that a colleague holds: the field for the reason, or why nothing can be done. */
export function InTheirPlace({
  issues,
  issue,
  action,
  value,
  onChange,
}: {
  issues: CaseIssues
  issue: IssueWithEvidence
  action: 'decide' | 'cite'
  value: string
  onChange: (value: string) => void
}) {
  const offer = issues.offer(action, issue)
  if (offer === 'may') return null
  if (offer === undefined)
    return (
      <p className="warned" role="status">
        {issues.whyNot(issue)}
      </p>
    )
  return <OverrideField holder={issues.heldBy} keptWith="decision" value={value} onChange={onChange} />
}
