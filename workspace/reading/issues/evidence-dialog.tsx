import { CommandDialog } from '../../ui/command-form.tsx'
import { useCommand } from '../../ui/use-command.ts'
import { words as overriding } from '../../words/override.ts'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { InTheirPlace } from './in-their-place.tsx'
import type { AskedEvidence } from './use-deciding.ts'
import type { CaseIssues, IssueWithEvidence } from './use-issues.ts'

const text = words.issues

/** Cites, or removes a citation, in the place of the colleague who holds the case. Suggests the last reason. */
export function EvidenceDialog({
  issue,
  evidence,
  issues,
  suggested,
  onClose,
}: {
  issue: IssueWithEvidence
  evidence: AskedEvidence
  issues: CaseIssues
  suggested: string
  /** With the reason, once it was sent. */
  onClose: (reason?: string) => void
}) {
  const { caseId } = useReading()
  const offer = issues.offer('cite', issue)
  const isOverride = offer === 'override'
  const isCiting = 'cite' in evidence
  const { page, quote } = isCiting ? evidence.cite : evidence.uncite.anchor
  const command = useCommand({
    place: `evidence.${caseId}.form`,
    draft: { override: suggested },
    check: ({ override }) => (isOverride && !override.trim() ? overriding.missing : undefined),
    async run({ override }) {
      const why = override.trim()
      const refused = await issues.changeEvidence(issue, evidence, isOverride ? why : undefined)
      if (refused !== undefined) throw new Error(words.notSaved(refused))
      return why
    },
    onDone: onClose,
  })
  const title = isCiting ? text.citeTitle : text.unciteTitle
  return (
    <CommandDialog
      title={title(page, issue.number)}
      className="decide"
      command={command}
      send={isCiting ? text.citeSend : text.unciteSend}
      canSend={offer !== undefined}
      back={text.cancel}
      onClose={() => onClose()}
    >
      <p>{issue.description ?? issue.issueType}</p>
      {quote ? <q>{quote}</q> : null}
      <InTheirPlace issues={issues} issue={issue} action="cite" {...command.field('override')} />
    </CommandDialog>
  )
}
