import { useCallback, useEffect, useState } from 'react'
import { useStore } from '../../data/store.ts'
import { words } from '../../words/reading.ts'
import { shownPane } from '../panes.tsx'
import type { Reading } from '../reading.ts'
import { type Draft, draftOf, emptyWords, hasWords, isChangedMeanwhile, kindOf } from './draft.ts'
import { type Note, placeOf } from './fold.ts'
import { draftsOf } from './kept-notes.ts'
import type { UnsavedNote } from './note-drafts.ts'
import type { CaseNotes } from './use-notes.ts'
import { writeNote } from './write-note.ts'

type Place = () => { page: number; y: number }

/** Taking a note, from choosing its place to saving it; what is typed is kept until the service has confirmed it. */
export function useNoteTaking({
  reading,
  notes,
  inView,
  focusPages,
}: {
  reading: Reading
  notes: CaseNotes
  inView: Place
  focusPages: () => void
}) {
  const { caseId, file, selection, may, say, openSide } = reading
  const [drafts] = useState(() => draftsOf(caseId))
  const { open, aside } = useStore(drafts)
  const draft = open?.draft
  /** How many were left here before. */
  const [left] = useState(aside.length)
  useEffect(() => {
    if (left) say(words.notes.unfinishedHere(left), { label: words.notes.show, run: () => openSide('notes') })
  }, [left, say, openSide])
  /** What this tab was in the middle of is seen again, whichever pane was open last in another. */
  const [isInWriting] = useState(draft !== undefined && !draft.isPlacing && hasWords(draft))
  useEffect(() => {
    if (isInWriting) openSide('notes')
  }, [isInWriting, openSide])
  const resume = (id: string) => {
    tell(drafts.resume(id))
    openSide('notes')
  }
  /** What was in the form is not lost, and said so. */
  const tell = (note: UnsavedNote | undefined) => {
    if (note) say(words.notes.kept, { label: words.notes.goOn, run: () => resume(note.id) })
  }
  const discard = (id: string) => {
    const undo = drafts.discard(id)
    say(words.notes.discarded, { label: words.notes.undo, run: undo })
  }
  const [caretPage, setCaretPage] = useState<number>()
  /** The highlight that gets other words. */
  const [moving, setMoving] = useState<Note>()
  /** The caret goes with its page, and where the mouse selects. */
  const dropCaret = useCallback((page?: number) => {
    setCaretPage((now) => (page === undefined || now === page ? undefined : now))
  }, [])
  const leaveCaret = useCallback(() => {
    setCaretPage(undefined)
    setMoving(undefined)
    selection.set(undefined)
    focusPages()
  }, [selection, focusPages])

  const begin = (given: Pick<Draft, 'kind' | 'page'> & Partial<Draft>) => {
    if (!may('annotate')) return say(words.notAllowed)
    const documentId = file.documentOf(given.page)?.id
    if (!documentId) return
    const next = { ...emptyWords, documentId, ...given }
    tell(drafts.begin(next))
    setCaretPage(undefined)
    if (next.isPlacing) shownPane.set('pages')
    else openSide('notes')
  }
  const ofSelection = () => {
    const chosen = selection.get()
    return chosen && { page: chosen.page, rects: chosen.boxes, quote: chosen.quote.slice(0, 10_000) }
  }

  return {
    draft,
    draftId: open?.id,
    problem: open?.problem,
    setDraft: (next: Draft) => drafts.change(next),
    aside,
    resume,
    discard,
    caretPage,
    moving,
    leaveCaret,
    dropCaret,

    comment() {
      const chosen = ofSelection()
      if (chosen) return begin({ kind: 'highlight', ...chosen })
      const { page, y } = inView()
      begin({ kind: 'point', page, x: 0.5, y, isPlacing: true })
    },
    box() {
      const { page, y } = inView()
      const top = Math.min(0.9, y)
      begin({
        kind: 'box',
        page,
        rects: [{ left: 0.3, top, right: 0.6, bottom: Math.min(1, top + 0.08) }],
        isPlacing: true,
      })
    },
    highlight() {
      const chosen = ofSelection()
      if (!chosen) return setCaretPage(inView().page)
      if (moving) {
        setMoving(undefined)
        document.getSelection()?.empty()
        leaveCaret()
        return void notes.move(moving, chosen)
      }
      if (!may('annotate')) return say(words.notAllowed)
      const documentId = file.documentOf(chosen.page)?.id
      if (!documentId) return
      void notes
        .add(documentId, chosen)
        .then((refused) => say(refused === undefined ? words.notes.saved : words.failed(refused)))
      document.getSelection()?.empty()
      leaveCaret()
    },
    caret: () => setCaretPage(inView().page),
    placed(next: Draft) {
      if (next.isMove) {
        const moved = notes.byId?.get(next.of ?? '')
        drafts.leave()
        focusPages()
        if (!moved) return say(words.notes.notThere)
        const { page, x, y, rects } = next
        const at = x === undefined || y === undefined ? {} : { x, y }
        return void notes.move(moved, { page, ...at, ...(rects ? { rects } : {}) }, next.movedFrom)
      }
      drafts.change({ ...next, isPlacing: false })
      openSide('notes')
    },
    /** Steps back from the form. */
    leave() {
      tell(drafts.leave())
      focusPages()
    },
    cancel() {
      if (open && hasWords(open.draft)) discard(open.id)
      else drafts.leave()
      focusPages()
    },
    edit(note: Note) {
      tell(drafts.begin(draftOf(note)))
      openSide('notes')
    },
    reply(note: Note) {
      begin({ kind: 'point', page: note.page, replyTo: note.id })
    },
    move(note: Note) {
      const { x, y, rects } = note
      reading.goTo({ page: note.page })
      if (kindOf(note) === 'highlight') {
        selection.set(undefined)
        return setMoving(note)
      }
      tell(
        drafts.begin({
          ...draftOf(note),
          ...(x === undefined || y === undefined ? {} : { x, y }),
          ...(rects ? { rects } : {}),
          isPlacing: true,
          isMove: true,
          movedFrom: placeOf(note),
        }),
      )
    },
    /** What is refused is not lost: it is in the form again, or set aside while another note is written there. */
    async save() {
      const now = drafts.get().open?.draft
      if (!now) return
      const edited = notes.byId?.get(now.of ?? '')
      if (edited && isChangedMeanwhile(now, edited)) {
        const was = draftOf(edited).was ?? ''
        return drafts.change({ ...now, was }, words.notes.changedMeanwhile(edited.comment ?? ''))
      }
      focusPages()
      let clash: Note | undefined
      const refused = await drafts.send((sent, sendKey) =>
        writeNote(notes, sent, sendKey, words.notes, (note) => {
          clash = note
        }),
      )
      if (!refused) return say(words.notes.saved)
      const open = refused.isOpen ? drafts.get().open?.draft : undefined
      if (clash && open) drafts.change({ ...open, was: draftOf(clash).was ?? '' }, refused.problem)
      const why = words.notSaved(refused.problem ?? '')
      if (refused.isOpen) say(why)
      else say(why, { label: words.notes.goOn, run: () => resume(refused.id) })
    },
    async remove(note: Note) {
      if (!(await notes.remove(note))) return
      say(words.notes.removed, {
        label: words.notes.undo,
        run: () => void notes.restore(note),
      })
    },
  }
}

export type NoteTaking = ReturnType<typeof useNoteTaking>
