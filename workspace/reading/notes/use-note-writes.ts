import {
  type Annotation,
  type EditAnnotation,
  type MoveAnnotation,
  type NewAnnotation,
  PorticoError,
} from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { caseVersion } from '../../data/case.ts'
import { keys } from '../../data/keys.ts'
import { portico, useMe } from '../../data/session.ts'
import { unlessChanged } from '../../data/unless-changed.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'
import { type Note, type Notes, noNotes, placeOf, takeBack } from './fold.ts'

/** Writes notes: shown at once, and undone visibly if the service refuses. */
export function useNoteWrites({ caseId, say }: Pick<Reading, 'caseId' | 'say'>) {
  const client = useQueryClient()
  const me = useMe()

  const change = (edit: (byId: Map<string, Note>) => void) =>
    client.setQueryData<Notes>(keys.of(caseId, 'annotations'), (before = noNotes) => {
      const next = new Map(before.byId)
      edit(next)
      return { ...before, byId: next }
    })
  const fetchNote = async (note: Note): Promise<Note> => {
    const { annotations } = await portico().documents.get(caseId, note.documentId)
    const found = annotations.find(({ id }) => id === note.id)
    return found ? { ...found, documentId: note.documentId } : note
  }
  const refused = (note: Note, error: unknown) => {
    const isGone = error instanceof PorticoError && error.code === 'notFound'
    change((notes) => takeBack(notes, note, isGone))
    return isGone ? words.notes.notThere : words.failed(reasonOf(error))
  }

  return {
    /** Returns the reason if it was refused. */
    async add(
      documentId: string,
      given: NewAnnotation,
      idempotencyKey?: string,
    ): Promise<string | undefined> {
      const id = `pending ${crypto.randomUUID()}`
      const createdAt = new Date().toISOString()
      const pending = { ...given, id, documentId, createdBy: me.username, createdAt, isPending: true }
      change((notes) => notes.set(id, pending))
      try {
        const made = await portico().documents.annotate(caseId, documentId, given, { idempotencyKey })
        change((notes) => {
          notes.delete(id)
          if (!notes.has(made.id)) notes.set(made.id, { ...made, documentId })
        })
        return undefined
      } catch (error) {
        change((notes) => notes.delete(id))
        return reasonOf(error)
      }
    },

    /** Returns the reason if it was refused. */
    async edit(
      note: Note,
      given: EditAnnotation,
      clashOf: (now: Note) => string | undefined,
    ): Promise<string | undefined> {
      const { comment, relevantDate, ...kept } = note
      change((notes) => notes.set(note.id, { ...kept, ...given, isPending: true }))
      try {
        const { documentId } = note
        let made: Annotation | undefined
        const other = await unlessChanged({
          version: () => caseVersion(caseId),
          read: () => fetchNote(note),
          isSeen: (now) => clashOf(now) === undefined,
          write: async (options) => {
            made = await portico().documents.editAnnotation(caseId, documentId, note.id, given, options)
          },
        })
        const now = other?.found ?? made
        if (now) change((notes) => notes.set(note.id, { ...now, documentId }))
        return other && clashOf(other.found)
      } catch (error) {
        refused(note, error)
        return reasonOf(error)
      }
    },

    /** From where it was last seen: someone else's move is not undone unseen. */
    async move(note: Note, place: MoveAnnotation, seenAt = placeOf(note)): Promise<boolean> {
      change((notes) => notes.set(note.id, { ...note, ...place, isPending: true }))
      const { documentId } = note
      try {
        let made: Annotation | undefined
        const other = await unlessChanged({
          version: () => caseVersion(caseId),
          read: () => fetchNote(note),
          isSeen: (now) => placeOf(now) === seenAt,
          write: async (options) => {
            made = await portico().documents.moveAnnotation(caseId, documentId, note.id, place, options)
          },
        })
        const now = other?.found ?? made
        if (now) change((notes) => notes.set(note.id, { ...now, documentId }))
        if (other) say(words.notes.movedMeanwhile)
        return other === undefined
      } catch (error) {
        say(refused(note, error))
        return false
      }
    },

    async restore(note: Note): Promise<void> {
      change((notes) => notes.set(note.id, note))
      try {
        await portico().documents.restoreAnnotation(caseId, note.documentId, note.id)
      } catch (error) {
        change((notes) => notes.delete(note.id))
        say(words.failed(reasonOf(error)))
      }
    },

    async remove(note: Note): Promise<boolean> {
      change((notes) => notes.delete(note.id))
      try {
        await portico().documents.removeAnnotation(caseId, note.documentId, note.id)
        return true
      } catch (error) {
        say(refused(note, error))
        return false
      }
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
