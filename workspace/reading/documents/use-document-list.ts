import type { DocumentSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { day } from '../../ui/dates.ts'
import { words } from '../../words/reading.ts'
import type { Note } from '../notes/fold.ts'
import { pageMap } from '../queries.ts'
import { type Reading, useOpenDocument } from '../reading.ts'
import { useNews } from '../visit.ts'
import { copiesOf } from './copies.ts'
import { type DocumentFilter, filterDocuments, isArranged, noFilter } from './filter.ts'
import { listed } from './rows.ts'
import type { Marks } from './use-marks.ts'

/** The documents that are listed and selected, and what can be done to them. */
export function useDocumentList(reading: Reading, marks: Marks, notes: readonly Note[]) {
  const { caseId, file, say } = reading
  const { documents } = file
  const notesByDocument = useMemo(() => Map.groupBy(notes, ({ documentId }) => documentId), [notes])
  const commenters = useMemo(
    () =>
      new Map([...notesByDocument].map(([id, all]) => [id, new Set(all.map(({ createdBy }) => createdBy))])),
    [notesByDocument],
  )
  const [filter, setFilter] = useState<DocumentFilter>(noFilter)
  const visited = useNews(caseId)
  const news = useMemo(() => visited && { ids: visited.ids, since: day(visited.since) }, [visited])
  const map = useQuery(pageMap(caseId)).data
  const copies = useMemo(() => copiesOf(map), [map])
  const shown = useMemo(() => {
    const found = filterDocuments(documents, filter, commenters)
    const unfolded = filter.foldsCopies ? found.filter(({ id }) => !copies.wholly.has(id)) : found
    return listed(unfolded, news, filter)
  }, [documents, filter, commenters, news, copies])
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(
    () => (selectedIds.size ? documents.filter(({ id }) => selectedIds.has(id)) : []),
    [documents, selectedIds],
  )
  const open = useOpenDocument(reading)
  /** Keys act on the selection, or else on the document that is read. */
  const chosen = selected.length ? selected : open ? [open] : []

  return {
    filter,
    changeFilter: (change: Partial<DocumentFilter>) => setFilter((before) => ({ ...before, ...change })),
    news,
    shown,
    copyOf: copies.first,
    counterpart: copies.counterpart,
    foldedUnder: (id: string) => (filter.foldsCopies ? (copies.counts.get(id) ?? 0) : 0),
    foldCopies: () => setFilter((before) => ({ ...before, foldsCopies: !before.foldsCopies })),
    commenters: useMemo(() => [...new Set(notes.map(({ createdBy }) => createdBy))].toSorted(), [notes]),
    notesOf: (id: string) => notesByDocument.get(id)?.length ?? 0,
    open,
    selectedIds,
    selected,
    chosen,
    clearSelection: () => setSelectedIds(new Set()),

    toggle(document: DocumentSummary, reach = false) {
      const next = new Set(selectedIds)
      const [from, to] = [open, document].map((end) => shown.findIndex(({ id }) => id === end?.id))
      if (reach && from !== undefined && to !== undefined && from >= 0)
        for (const { id } of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id)
      else if (!next.delete(document.id)) next.add(document.id)
      setSelectedIds(next)
    },
    toggleRead() {
      if (!marks.mayMark) return say(words.notAllowed)
      if (chosen.length) void marks.setRead(chosen, !chosen.every(({ read }) => read))
    },
    arrange(direction: 1 | -1) {
      if (!marks.mayArrange || !isArranged(filter) || chosen.length === 0) return say(words.notAllowed)
      const moved = new Set(chosen.map(({ id }) => id))
      const first = shown.findIndex(({ id }) => moved.has(id))
      const last = shown.findLastIndex(({ id }) => moved.has(id))
      const after = shown[last + 1]
      if (direction === -1) {
        const before = shown[first - 1]
        if (before) void marks.arrange(documents, moved, before.id)
      } else if (after) void marks.arrange(documents, moved, documents[documents.indexOf(after) + 1]?.id)
    },
    /** Undefined if documents may not be arranged now. */
    moveBefore:
      marks.mayArrange && isArranged(filter)
        ? (id: string, before: string | undefined) => void marks.arrange(documents, new Set([id]), before)
        : undefined,
  }
}

export type DocumentList = ReturnType<typeof useDocumentList>
