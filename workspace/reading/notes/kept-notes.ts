import { browserShelf, keptDrafts } from '../../data/kept-drafts.ts'
import { ownKey } from '../../data/own-key.ts'
import { tab } from '../../data/tab.ts'
import { type NoteDrafts, noteDrafts, type Unsaved } from './note-drafts.ts'

const byPlace = new Map<string, NoteDrafts>()

/** The notes that this person is writing on a case. They outlive the screen: one may still be sent. */
export function draftsOf(caseId: string): NoteDrafts {
  const place = ownKey(`draft.note.${caseId}`)
  const known = byPlace.get(place) ?? noteDrafts(keptDrafts<Unsaved>(browserShelf(), place), tab)
  byPlace.set(place, known)
  known.refresh()
  return known
}

window.addEventListener('storage', () => byPlace.forEach((drafts) => void drafts.refresh()))
