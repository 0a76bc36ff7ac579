import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keys } from '../../data/keys.ts'
import { pageSeen } from '../../data/page-first.ts'
import { portico, useMe } from '../../data/session.ts'
import type { Reading } from '../reading.ts'
import { byPage, foldNotes, isReply, type Note, type Notes, noNotes, noteEvents } from './fold.ts'
import { useNoteWrites } from './use-note-writes.ts'

/** Fetches only what has happened since. */
const caseNotes = (caseId: string, client: QueryClient) =>
  queryOptions({
    queryKey: keys.of(caseId, 'annotations'),
    queryFn: async ({ signal }) => {
      await pageSeen()
      const known = client.getQueryData<Notes>(keys.of(caseId, 'annotations')) ?? noNotes
      const events = []
      const query = { types: [...noteEvents], after: known.position, limit: 1000, signal }
      for await (const event of portico().cases.events(caseId, query)) events.push(event)
      const latest = client.getQueryData<Notes>(keys.of(caseId, 'annotations')) ?? known
      return foldNotes(latest, events as Parameters<typeof foldNotes>[1])
    },
    structuralSharing: false,
  })

/** The notes of the case, and what can be done to them. */
export function useNotes({ caseId, say, may }: Pick<Reading, 'caseId' | 'say' | 'may'>) {
  const client = useQueryClient()
  const me = useMe()
  const found = useQuery(caseNotes(caseId, client))
  const byId = found.data?.byId
  const all = useMemo(() => [...(byId?.values() ?? [])], [byId])
  const own = useMemo(() => all.filter((note) => !isReply(note)), [all])
  const replies = useMemo(() => Map.groupBy(all.filter(isReply), ({ replyTo }) => replyTo), [all])

  const writes = useNoteWrites({ caseId, say })

  return {
    all,
    /** Without replies. */
    own,
    byPage: useMemo(() => Map.groupBy(own, ({ page }) => page), [own]),
    repliesTo: (id: string) => byPage(replies.get(id) ?? []),
    byId,
    isLoading: found.isLoading,
    /** Nothing more is being fetched. */
    isComplete: found.isSuccess && !found.isFetching,
    error: found.error,
    mayChange: (note: Note) => note.createdBy === me.username && may('annotate'),
    mayRemove: (note: Note) => note.createdBy === me.username || may('removeAnyAnnotation'),
    isMine: (note: Note) => note.createdBy === me.username,
    ...writes,
  }
}

export type CaseNotes = ReturnType<typeof useNotes>
