import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Store, useStore } from '../data/store.ts'
import { words } from '../words/reading.ts'
import type { IssueWithEvidence } from './issues/use-issues.ts'
import { Caret } from './notes/caret.tsx'
import type { Draft } from './notes/draft.ts'
import type { Note } from './notes/fold.ts'
import { NoteMarks } from './notes/note-marks.tsx'
import { Placing } from './notes/placing.tsx'
import { DifferenceBoxes } from './pages/difference-boxes.tsx'
import { placed } from './pages/placed.ts'
import { ReadersHere } from './presence.tsx'
import { pageText } from './queries.ts'
import { useReading } from './reading.ts'
import { HitBoxes } from './search/hit-boxes.tsx'
import type { Hits } from './search/hits.ts'
import type { Hit } from './search/steps.ts'

export type OverlayProps = {
  page: number
  hits: Hits
  hitNow: Store<Hit | undefined>
  issues: readonly IssueWithEvidence[]
  notes: readonly Note[]
  focusedNote: string | undefined
  onNote: (note: Note) => void
  draft: Draft | undefined
  onDraft: (draft: Draft) => void
  onPlaced: (draft: Draft) => void
  onCancel: () => void
  /** The page beside this one, while two are compared. */
  compared: Store<number> | undefined
  hasCaret: boolean
  onLeaveCaret: () => void
  /** The page is no longer drawn. */
  onCaretGone: (page: number) => void
}

/** Over a page: citations, hits, selection and notes. */
export function PageOverlay(props: OverlayProps) {
  const { page, hits, hitNow, issues, draft } = props
  return (
    <>
      {issues.flatMap(({ number, evidence }) =>
        evidence
          .filter(({ anchor }) => anchor.page === page)
          .map(({ id, anchor: { rect = wholePage } }) => (
            <i
              key={id}
              className="cited"
              title={words.status.citedFor([number])}
              style={{ top: `${rect.top * 100}%`, height: `${(rect.bottom - rect.top) * 100}%` }}
            />
          )),
      )}
      {props.compared ? <Compared page={page} with={props.compared} /> : null}
      <HitBoxes page={page} hits={hits} now={hitNow} />
      {props.hasCaret ? <SelectionBoxes page={page} /> : null}
      <ReadersHere page={page} />
      <NoteMarks notes={props.notes} focused={props.focusedNote} onOpen={props.onNote} />
      {draft && !draft.of
        ? draft.rects?.map((box) => (
            <i key={`${box.left} ${box.top}`} className={`marked now ${draft.kind}`} style={placed(box)} />
          ))
        : null}
      {draft?.isPlacing ? (
        <Placing draft={draft} onChange={props.onDraft} onDone={props.onPlaced} onCancel={props.onCancel} />
      ) : null}
      {props.hasCaret ? (
        <PageCaret page={page} onLeave={props.onLeaveCaret} onGone={props.onCaretGone} />
      ) : null}
    </>
  )
}

function Compared({ page, with: right }: { page: number; with: Store<number> }) {
  const { page: left } = useReading()
  return <DifferenceBoxes page={page} side="left" comparison={{ left, right }} />
}

const wholePage = { top: 0.04, bottom: 0.96 }

/** The words that the caret has selected; the browser shows those that the mouse has selected. */
function SelectionBoxes({ page }: { page: number }) {
  const selected = useStore(useReading().selection)
  if (selected?.page !== page) return null
  return selected.boxes.map((box) => (
    <i key={`${box.left} ${box.top}`} className="selected-words" style={placed(box)} />
  ))
}

function PageCaret({
  page,
  onLeave,
  onGone,
}: {
  page: number
  onLeave: () => void
  onGone: (page: number) => void
}) {
  const { caseId, file } = useReading()
  useEffect(() => () => onGone(page), [onGone, page])
  const text = useQuery(pageText(caseId, file.documentOf(page)?.id ?? '', page)).data
  return text?.words.length ? <Caret text={text} onLeave={onLeave} /> : null
}
