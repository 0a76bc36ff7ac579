import { useStore } from '../data/store.ts'
import { words } from '../words/reading.ts'
import type { IssueWithEvidence } from './issues/use-issues.ts'
import type { NoteTaking } from './notes/use-note-taking.ts'
import type { CaseNotes } from './notes/use-notes.ts'
import { Presence } from './presence.tsx'
import { useReading } from './reading.ts'
import { StatusLine } from './status-line.tsx'

/** In the status line: the citations and notes of the page, and what the keys do now. */
export function PageFacts({
  notes,
  issues,
  taking: { draft, caretPage, moving },
}: {
  notes: CaseNotes
  issues: readonly IssueWithEvidence[]
  taking: NoteTaking
}) {
  const page = useStore(useReading().page)
  const citing = issues.filter(({ evidence }) => evidence.some(({ anchor }) => anchor.page === page))
  const count = notes.byPage.get(page)?.length ?? 0
  const { placing } = words.notes
  const help = moving
    ? placing.highlight
    : caretPage !== undefined
      ? placing.caret
      : draft?.isPlacing
        ? draft.kind === 'point'
          ? placing.point
          : placing.box
        : undefined
  return (
    <StatusLine right={help ? <span role="status">{help}</span> : <Presence />}>
      {citing.length ? (
        <span className="good">{words.status.citedFor(citing.map(({ number }) => number))}</span>
      ) : null}
      {count ? <span>{words.status.notes(count)}</span> : null}
    </StatusLine>
  )
}
