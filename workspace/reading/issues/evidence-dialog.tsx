import { type FormEvent, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { words as overriding } from '../../words/override.ts'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { InTheirPlace } from './in-their-place.tsx'
import type { AskedEvidence } from './use-deciding.ts'
import type { CaseIssues, IssueWithEvidence } from './use-issues.ts'

const { issues: text } = words

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
  const [override, setOverride, clearDraft] = useDraft(`evidence.${caseId}`, suggested)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const offer = issues.offer('cite', issue)
  const isCiting = 'cite' in evidence
  const page = isCiting ? evidence.cite.page : evidence.uncite.anchor.page
  const quote = isCiting ? evidence.cite.quote : evidence.uncite.anchor.quote

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !offer) return
    const why = override.trim()
    if (offer === 'override' && !why) return setProblem(overriding.missing)
    setProblem('')
    setBusy(true)
    const refused = await issues.changeEvidence(issue, evidence, offer === 'override' ? why : undefined)
    setBusy(false)
    if (refused !== undefined) return setProblem(words.notSaved(refused))
    clearDraft()
    onClose(why)
  }

  const title = isCiting ? text.citeTitle : text.unciteTitle
  return (
    <Dialog title={title(page, issue.number)} onClose={() => onClose()}>
      <form className="decide" onSubmit={(event) => void send(event)} noValidate>
        <p>{issue.description ?? issue.issueType}</p>
        {quote ? <q>{quote}</q> : null}
        <InTheirPlace issues={issues} issue={issue} action="cite" value={override} onChange={setOverride} />
        <p className="problem" role="alert">
          {problem}
        </p>
        <div className="actions">
          <Button onClick={() => onClose()}>{text.cancel}</Button>
          <Button kind="solid" type="submit" disabled={isBusy || !offer}>
            {isCiting ? text.citeSend : text.unciteSend}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
