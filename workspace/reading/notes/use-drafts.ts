import { useEffect, useState } from 'react'
import { useStore } from '../../data/store.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'
import { draftOf, hasWords, isChangedMeanwhile } from './draft.ts'
import type { Note } from './fold.ts'
import { draftsOf } from './kept-notes.ts'
import type { UnsavedNote } from './note-drafts.ts'
import type { CaseNotes } from './use-notes.ts'
import { writeNote } from './write-note.ts'

/** The notes that are being written, and saving the one in the form. */
export function useDrafts(
  { caseId, say, openSide }: Pick<Reading, 'caseId' | 'say' | 'openSide'>,
  notes: CaseNotes,
  focusPages: () => void,
) {
  const [drafts] = useState(() => draftsOf(caseId))
  const { open, aside } = useStore(drafts)
  const draft = open?.draft
  const [leftBefore] = useState(aside.length)
  useEffect(() => {
    if (leftBefore)
      say(words.notes.unfinishedHere(leftBefore), {
        label: words.notes.show,
        run: () => openSide('notes'),
      })
  }, [leftBefore, say, openSide])
  /** What this tab was writing is shown again, whichever pane another tab opened last. */
  const [isInWriting] = useState(draft !== undefined && !draft.isPlacing && hasWords(draft))
  useEffect(() => {
    if (isInWriting) openSide('notes')
  }, [isInWriting, openSide])

  const resume = (id: string) => {
    announce(drafts.resume(id))
    openSide('notes')
  }
  /** What was in the form is not lost. */
  const announce = (note: UnsavedNote | undefined) => {
    if (note) say(words.notes.kept, { label: words.notes.goOn, run: () => resume(note.id) })
  }
  const discard = (id: string) => {
    const undo = drafts.discard(id)
    say(words.notes.discarded, { label: words.notes.undo, run: undo })
  }

  /** A note that is refused is in the form again, or set aside while another one is written there. */
  async function save() {
    const current = drafts.get().open?.draft
    if (!current) return
    const edited = notes.byId?.get(current.of ?? '')
    if (edited && isChangedMeanwhile(current, edited)) {
      const was = draftOf(edited).was ?? ''
      return drafts.change({ ...current, was }, words.notes.changedMeanwhile(edited.comment ?? ''))
    }
    focusPages()
    let clash: Note | undefined
    const refused = await drafts.send((sent, sendKey) =>
      writeNote(notes, sent, sendKey, words.notes, (note) => {
        clash = note
      }),
    )
    if (!refused) return say(words.notes.saved)
    const inForm = refused.isOpen ? drafts.get().open?.draft : undefined
    if (clash && inForm) drafts.change({ ...inForm, was: draftOf(clash).was ?? '' }, refused.problem)
    const why = words.notSaved(refused.problem ?? '')
    if (refused.isOpen) say(why)
    else say(why, { label: words.notes.goOn, run: () => resume(refused.id) })
  }

  return { drafts, open, aside, announce, resume, discard, save }
}
