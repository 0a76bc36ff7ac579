import type { CheckedCitation, NewCitation } from '@portico/sdk'
import { useState } from 'react'
import { useOpenAfterReload } from '../../data/draft.ts'
import { useWhileOpen } from '../../ui/while-open.ts'
import { words } from '../../words/reading.ts'
import type { Note } from '../notes/fold.ts'
import { around } from '../pages/placed.ts'
import type { Reading } from '../reading.ts'
import type { CaseIssues, IssueWithEvidence } from './use-issues.ts'

/** A change of the evidence that needs a reason, because a colleague holds the case. */
export type AskedEvidence = { issueId: string } & ({ cite: NewCitation } | { uncite: CheckedCitation })

/** Deciding the issue in focus, and citing a page, selection or note for an issue. */
export function useDeciding(reading: Reading, issues: CaseIssues, linked: Note | undefined) {
  const { caseId, page, selection, say, openSide } = reading
  const [focused, setFocused] = useState<string>()
  const [open, setOpen] = useOpenAfterReload<string>(`deciding.${caseId}`)
  const [asked, setAsked] = useOpenAfterReload<AskedEvidence>(`evidence.${caseId}`)
  const [reason, setReason] = useState('')
  const byId = (wanted: string | undefined) => issues.issues.find(({ id }) => id === wanted)
  const deciding = useWhileOpen(open, byId(open))
  const askedFor = useWhileOpen(asked?.issueId, byId(asked?.issueId))
  const setDeciding = (issue: IssueWithEvidence | undefined) => setOpen(issue?.id)

  async function change(issue: IssueWithEvidence, evidence: AskedEvidence) {
    const offer = issues.offer('cite', issue)
    if (!offer) return say(issues.whyNot(issue))
    if (offer === 'override') return setAsked(evidence)
    const refused = await issues.changeEvidence(issue, evidence)
    if (refused !== undefined) say(words.failed(refused))
  }

  return {
    focused,
    setFocused,
    deciding,
    setDeciding,
    asked: asked && askedFor ? { evidence: asked, issue: askedFor, suggested: reason } : undefined,
    closeAsked(given?: string) {
      if (given !== undefined) setReason(given)
      setAsked(undefined)
    },
    decide() {
      const inFocus = byId(focused) ?? issues.issues.find(({ decision }) => !decision) ?? issues.issues[0]
      if (!inFocus) return
      if (issues.offer('decide', inFocus)) return setDeciding(inFocus)
      say(issues.whyNot(inFocus))
    },
    cite(number: number) {
      if (issues.isLoading) return
      const issue = issues.issues[number - 1]
      if (!issue) return say(words.issues.noSuchIssue(number))
      const marked = selection.get()
      const note = marked ? undefined : linked
      const rect = marked ? around(marked.boxes) : note?.rects ? around(note.rects) : undefined
      const quote = marked?.quote ?? note?.quote
      const about = note?.comment
      openSide('issues')
      const cite: NewCitation = {
        page: marked?.page ?? note?.page ?? page.get(),
        ...(rect ? { rect } : {}),
        ...(quote ? { quote: quote.slice(0, 2000) } : {}),
        ...(about ? { note: about.slice(0, 2000) } : {}),
      }
      void change(issue, { issueId: issue.id, cite })
    },
    uncite: (issue: IssueWithEvidence, citation: CheckedCitation) =>
      void change(issue, { issueId: issue.id, uncite: citation }),
  }
}

export type Deciding = ReturnType<typeof useDeciding>
