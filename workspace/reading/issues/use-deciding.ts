import { useState } from 'react'
import { useOpenAfterReload } from '../../data/draft.ts'
import { useWhileOpen } from '../../ui/while-open.ts'
import { words } from '../../words/reading.ts'
import type { Note } from '../notes/fold.ts'
import { around } from '../pages/placed.ts'
import type { Reading } from '../reading.ts'
import type { CaseIssues, IssueWithEvidence } from './use-issues.ts'

/** Deciding the issue in focus, and citing what is read, selected or noted for one. */
export function useDeciding(reading: Reading, issues: CaseIssues, linked: Note | undefined) {
  const { caseId, page, selection, say, openSide } = reading
  const [focused, setFocused] = useState<string>()
  const [open, setOpen] = useOpenAfterReload<string>(`deciding.${caseId}`)
  const deciding = useWhileOpen(
    open,
    issues.issues.find(({ id }) => id === open),
  )
  const setDeciding = (issue: IssueWithEvidence | undefined) => setOpen(issue?.id)
  return {
    focused,
    setFocused,
    deciding,
    setDeciding,
    decide() {
      if (!issues.mayDecide) return say(words.notAllowed)
      const inFocus =
        issues.issues.find(({ id }) => id === focused) ??
        issues.issues.find(({ decision }) => !decision) ??
        issues.issues[0]
      if (inFocus) setDeciding(inFocus)
    },
    cite(number: number) {
      if (!issues.mayCite) return say(words.notAllowed)
      const issue = issues.issues[number - 1]
      if (!issue) return say(words.issues.noSuchIssue(number))
      const marked = selection.get()
      const note = marked ? undefined : linked
      const rect = marked ? around(marked.boxes) : note?.rects ? around(note.rects) : undefined
      const quote = marked?.quote ?? note?.quote
      const about = note?.comment
      openSide('issues')
      void issues.cite(issue, {
        page: marked?.page ?? note?.page ?? page.get(),
        ...(rect ? { rect } : {}),
        ...(quote ? { quote: quote.slice(0, 2000) } : {}),
        ...(about ? { note: about.slice(0, 2000) } : {}),
      })
    },
  }
}

export type Deciding = ReturnType<typeof useDeciding>
