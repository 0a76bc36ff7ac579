import {
  type Annotation,
  type EditAnnotation,
  type MoveAnnotation,
  type NewAnnotation,
  PorticoError,
} from '@portico/sdk'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { caseVersion } from '../../data/case.ts'
import { keys } from '../../data/keys.ts'
import { pageSeen } from '../../data/page-first.ts'
import { portico, useMe } from '../../data/session.ts'
import { unlessChanged } from '../../data/unless-changed.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'
import {
  byPage,
  foldNotes,
  isReply,
  type Note,
  type Notes,
  noNotes,
  noteEvents,
  placeOf,
  takeBack,
} from './fold.ts'

/** Only what has happened since is asked for again. */
const caseNotes = (caseId: string, client: QueryClient) =>
  queryOptions({
    queryKey: keys.of(caseId, 'annotations'),
    queryFn: async ({ signal }) => {
      await pageSeen()
      const known = client.getQueryData<Notes>(keys.of(caseId, 'annotations')) ?? noNotes
      const events = []
      const asked = { types: [...noteEvents], after: known.position, limit: 1000, signal }
      for await (const event of portico().cases.events(caseId, asked)) events.push(event)
      const latest = client.getQueryData<Notes>(keys.of(caseId, 'annotations')) ?? known
      return foldNotes(latest, events as Parameters<typeof foldNotes>[1])
    },
    structuralSharing: false,
  })

/** The notes of the case, and what can be done to them: shown at once, and taken back if the service refuses. */
export function useNotes({ caseId, say, may }: Pick<Reading, 'caseId' | 'say' | 'may'>) {
  const client = useQueryClient()
  const me = useMe()
  const found = useQuery(caseNotes(caseId, client))
  const byId = found.data?.byId
  const all = useMemo(() => [...(byId?.values() ?? [])], [byId])
  const own = useMemo(() => all.filter((note) => !isReply(note)), [all])
  const replies = useMemo(() => Map.groupBy(all.filter(isReply), ({ replyTo }) => replyTo), [all])

  const change = (edit: (byId: Map<string, Note>) => void) =>
    client.setQueryData<Notes>(keys.of(caseId, 'annotations'), (before = noNotes) => {
      const next = new Map(before.byId)
      edit(next)
      return { ...before, byId: next }
    })
  const noteNow = async (note: Note): Promise<Note> => {
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
    all,
    /** Those that stand on a page by themselves. */
    own,
    byPage: useMemo(() => Map.groupBy(own, ({ page }) => page), [own]),
    repliesTo: (id: string) => byPage(replies.get(id) ?? []),
    byId,
    isLoading: found.isLoading,
    /** All that there are by now. */
    isComplete: found.isSuccess && !found.isFetching,
    error: found.error,
    mayChange: (note: Note) => note.createdBy === me.username && may('annotate'),
    mayRemove: (note: Note) => note.createdBy === me.username || may('removeAnyAnnotation'),
    isMine: (note: Note) => note.createdBy === me.username,

    /** Tells why it was refused, if it was. */
    async add(
      documentId: string,
      given: NewAnnotation,
      idempotencyKey?: string,
    ): Promise<string | undefined> {
      const id = `pending ${crypto.randomUUID()}`
      change((notes) =>
        notes.set(id, {
          ...given,
          id,
          documentId,
          createdBy: me.username,
          createdAt: new Date().toISOString(),
          isPending: true,
        }),
      )
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

    /** Tells why it was refused, if it was. */
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
          read: () => noteNow(note),
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

    /** From where whoever moves it has seen it last: nobody else's move is undone unseen. */
    async move(note: Note, place: MoveAnnotation, seenAt = placeOf(note)): Promise<boolean> {
      change((notes) => notes.set(note.id, { ...note, ...place, isPending: true }))
      const { documentId } = note
      try {
        let made: Annotation | undefined
        const other = await unlessChanged({
          version: () => caseVersion(caseId),
          read: () => noteNow(note),
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

export type CaseNotes = ReturnType<typeof useNotes>
