import { annotationOf, type Draft, editOf, isChangedMeanwhile } from './draft.ts'
import type { Note } from './fold.ts'
import type { CaseNotes } from './use-notes.ts'

/**
 * Adds a note, or edits an existing one. If that one is gone, nothing is added in its place; if its words have changed,
 * they are passed to `onClash` and not overwritten.
 */
export async function writeNote(
  { byId, add, edit }: Pick<CaseNotes, 'byId' | 'add' | 'edit'>,
  sent: Draft,
  sendKey: string,
  why: { notThere: string; notLoaded: string; changedMeanwhile: (comment: string) => string },
  onClash: (note: Note) => void = () => {},
): Promise<string | undefined> {
  if (sent.of === undefined) return add(sent.documentId, annotationOf(sent), sendKey)
  const edited = byId?.get(sent.of)
  if (!edited) return byId ? why.notThere : why.notLoaded
  return edit(edited, editOf(sent, edited), (now) => {
    if (!isChangedMeanwhile(sent, now)) return undefined
    onClash(now)
    return why.changedMeanwhile(now.comment ?? '')
  })
}
