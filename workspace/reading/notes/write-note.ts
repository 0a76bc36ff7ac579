import { annotationOf, type Draft, editOf } from './draft.ts'
import type { CaseNotes } from './use-notes.ts'

/** Adds a note, or edits the one that it is of. Where that one is not there, nothing is added in its place. */
export async function writeNote(
  { byId, add, edit }: Pick<CaseNotes, 'byId' | 'add' | 'edit'>,
  sent: Draft,
  sendKey: string,
  why: { notThere: string; notLoaded: string },
): Promise<string | undefined> {
  if (sent.of === undefined) return add(sent.documentId, annotationOf(sent), sendKey)
  const edited = byId?.get(sent.of)
  if (edited) return edit(edited, editOf(sent, edited))
  return byId ? why.notThere : why.notLoaded
}
