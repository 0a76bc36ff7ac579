import { words } from '../../words/reading.ts'
import type { TextSelection } from '../pages/selection.ts'
import { shownPane } from '../panes.tsx'
import type { Reading } from '../reading.ts'
import { type Draft, draftOf, emptyWords, hasWords, kindOf } from './draft.ts'
import { type Note, placeOf } from './fold.ts'
import { useCaretPage } from './use-caret-page.ts'
import { useDrafts } from './use-drafts.ts'
import type { CaseNotes } from './use-notes.ts'

/** Taking a note, from choosing its place to saving it. What is typed is kept until the service has confirmed it. */
export function useNoteTaking({
  reading,
  notes,
  inView,
  focusPages,
}: {
  reading: Reading
  notes: CaseNotes
  inView: () => { page: number; y: number }
  focusPages: () => void
}) {
  const { file, selection, may, say, openSide } = reading
  const { drafts, open, aside, announce, resume, discard, save } = useDrafts(reading, notes, focusPages)
  const { caretPage, setCaretPage, moving, setMoving, dropCaret, leaveCaret } = useCaretPage(
    reading,
    focusPages,
  )

  const begin = (given: Pick<Draft, 'kind' | 'page'> & Partial<Draft>) => {
    if (!may('annotate')) return say(words.notAllowed)
    const documentId = file.documentOf(given.page)?.id
    if (!documentId) return
    const next = { ...emptyWords, documentId, ...given }
    announce(drafts.begin(next))
    setCaretPage(undefined)
    if (next.isPlacing) shownPane.set('pages')
    else openSide('notes')
  }
  const leaveSelection = () => {
    document.getSelection()?.empty()
    leaveCaret()
  }

  return {
    draft: open?.draft,
    draftId: open?.id,
    problem: open?.problem,
    setDraft: (next: Draft) => drafts.change(next),
    aside,
    resume,
    discard,
    save,
    caretPage,
    moving,
    leaveCaret,
    dropCaret,

    comment() {
      const selected = wordsOf(selection.get())
      if (selected) return begin({ kind: 'highlight', ...selected })
      const { page, y } = inView()
      begin({ kind: 'point', page, x: 0.5, y, isPlacing: true })
    },
    box() {
      const { page, y } = inView()
      begin({ kind: 'box', page, rects: [boxAt(Math.min(0.9, y))], isPlacing: true })
    },
    highlight() {
      const selected = wordsOf(selection.get())
      if (!selected) return setCaretPage(inView().page)
      if (moving) {
        setMoving(undefined)
        leaveSelection()
        return void notes.move(moving, selected)
      }
      if (!may('annotate')) return say(words.notAllowed)
      const documentId = file.documentOf(selected.page)?.id
      if (!documentId) return
      void notes
        .add(documentId, selected)
        .then((refused) => say(refused === undefined ? words.notes.saved : words.failed(refused)))
      leaveSelection()
    },
    caret: () => setCaretPage(inView().page),
    placed(next: Draft) {
      if (next.isMove) {
        const moved = notes.byId?.get(next.of ?? '')
        drafts.leave()
        focusPages()
        if (!moved) return say(words.notes.notThere)
        return void notes.move(moved, { page: next.page, ...placeIn(next) }, next.movedFrom)
      }
      drafts.change({ ...next, isPlacing: false })
      openSide('notes')
    },
    /** Steps back from the form. */
    leave() {
      announce(drafts.leave())
      focusPages()
    },
    cancel() {
      if (open && hasWords(open.draft)) discard(open.id)
      else drafts.leave()
      focusPages()
    },
    edit(note: Note) {
      announce(drafts.begin(draftOf(note)))
      openSide('notes')
    },
    reply(note: Note) {
      begin({ kind: 'point', page: note.page, replyTo: note.id })
    },
    move(note: Note) {
      reading.goTo({ page: note.page })
      if (kindOf(note) === 'highlight') {
        selection.set(undefined)
        return setMoving(note)
      }
      announce(drafts.begin(moveOf(note)))
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

const boxAt = (top: number) => ({ left: 0.3, top, right: 0.6, bottom: Math.min(1, top + 0.08) })

const wordsOf = (selected: TextSelection | undefined) =>
  selected && { page: selected.page, rects: selected.boxes, quote: selected.quote.slice(0, 10_000) }

function moveOf(note: Note): Draft {
  return {
    ...draftOf(note),
    ...placeIn(note),
    isPlacing: true,
    isMove: true,
    movedFrom: placeOf(note),
  }
}

const placeIn = ({ x, y, rects }: Pick<Draft, 'x' | 'y' | 'rects'>) => ({
  ...(x === undefined || y === undefined ? {} : { x, y }),
  ...(rects ? { rects } : {}),
})

export type NoteTaking = ReturnType<typeof useNoteTaking>
