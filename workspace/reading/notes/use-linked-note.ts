import { useEffect, useRef } from 'react'
import { words } from '../../words/reading.ts'
import { around } from '../pages/placed.ts'
import { openPane } from '../panes.tsx'
import type { Reading, Target } from '../reading.ts'
import type { Note } from './fold.ts'
import type { CaseNotes } from './use-notes.ts'

/** Shows the note that the address names, once, when its place is known. */
export function useLinkedNote(
  { goTo, openSide, say }: Reading,
  notes: CaseNotes,
  annotationId: string | undefined,
  show: (target: Target) => void,
) {
  const linked = annotationId === undefined ? undefined : notes.byId?.get(annotationId)
  const followed = useRef<string>(undefined)
  useEffect(() => {
    if (!linked || followed.current === linked.id) return
    followed.current = linked.id
    show(targetOf(linked))
    openPane.set('notes')
  }, [linked, show])

  const isMissing = annotationId !== undefined && !linked && notes.isComplete
  useEffect(() => {
    if (!isMissing || followed.current === annotationId) return
    followed.current = annotationId
    say(words.notes.notThere)
  }, [isMissing, annotationId, say])

  return {
    linked,
    openNote(note: Note) {
      followed.current = note.id
      openSide('notes')
      goTo(targetOf(note), { annotation: note.id })
    },
  }
}

const targetOf = ({ page, rects, x, y }: Note): Target => ({
  page,
  box: rects?.length
    ? around(rects)
    : x === undefined || y === undefined
      ? undefined
      : { left: x, top: y, right: x, bottom: y },
})
