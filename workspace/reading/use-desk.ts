import type { Case, DocumentSummary } from '@portico/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pageIsSeen } from '../data/page-first.ts'
import { createStore } from '../data/store.ts'
import { markWhenSeen } from './covered/mark-when-seen.ts'
import { storedSeen, useSeen, useSeenEverywhere } from './covered/seen.ts'
import { useDocumentDialogs } from './documents/document-dialogs.tsx'
import { useDocumentList } from './documents/use-document-list.ts'
import { useFiling } from './documents/use-filing.ts'
import { useMarks } from './documents/use-marks.ts'
import { exportFrom, type Wanted } from './export.tsx'
import { useDeciding } from './issues/use-deciding.ts'
import { useIssues } from './issues/use-issues.ts'
import { useLinkedNote } from './notes/use-linked-note.ts'
import { useNoteTaking } from './notes/use-note-taking.ts'
import { useNotes } from './notes/use-notes.ts'
import type { PageDrawings } from './pages/draw-page.ts'
import type { PdfFiles } from './pages/pdf-files.ts'
import { usePageView } from './pages/use-page-view.ts'
import { usePrefetch } from './pages/use-prefetch.ts'
import { usePrintedPage } from './pages/use-printed-page.ts'
import { shownPane } from './panes.tsx'
import { useSearchOfCase } from './search/use-search.ts'
import { useCaseFile } from './use-case-file.ts'
import { useFollowedCase } from './use-followed-case.ts'
import { useSelection } from './use-selection.ts'

export type DeskProps = {
  caseId: string
  currentCase: Case
  documents: readonly DocumentSummary[]
  permissions: readonly string[]
  pdfs: PdfFiles
  drawings: PageDrawings
}

/** All that the desk holds: documents, pages, notes, issues and the search, each with what can be done to it. */
export function useDesk({ currentCase, ...props }: DeskProps) {
  const { caseId } = props
  const { reading, viewport, place, show, moved, messages } = useCaseFile(props)
  const { file, page, selection } = reading
  const [seen] = useState(() => createStore<ReadonlySet<number>>(storedSeen(caseId)))
  const pane = useRef<HTMLElement>(null)

  useSeenEverywhere(caseId, seen)
  usePrintedPage(page)
  useEffect(() => {
    if (file.pageCount === 0) pageIsSeen()
  }, [file.pageCount])
  useFollowedCase(reading, currentCase.version)

  const marks = useMarks(reading)
  const notes = useNotes(reading)
  const issues = useIssues(reading)
  const list = useDocumentList(reading, marks, notes.all)
  usePrefetch(reading, list.shown, list.open?.id)
  useSeen(caseId, page, seen, () => markWhenSeen(reading, seen, marks))
  const view = usePageView(reading, place, viewport, list)
  const search = useSearchOfCase(reading, place)
  const { linked, openNote } = useLinkedNote(reading, notes, place.search.annotation, show)
  const deciding = useDeciding(reading, issues, linked)
  const focusPages = useCallback(() => {
    flushSync(() => shownPane.set('pages'))
    pane.current?.focus({ preventScroll: true })
  }, [])
  const taking = useNoteTaking({ reading, notes, inView: viewport.inView, focusPages })
  useSelection(caseId, selection, taking.caretPage !== undefined, taking.dropCaret)
  const filing = useFiling(reading)
  const dialogs = useDocumentDialogs(reading, marks, list, filing.start)
  const [isGoing] = useState(() => createStore(false))
  const [printed, setPrinted] = useState<DocumentSummary>()

  return {
    currentCase,
    reading,
    viewport,
    pane,
    moved,
    messages,
    seen,
    marks,
    notes,
    focusedNote: place.search.annotation,
    openNote,
    issues,
    list,
    filterField: useRef<HTMLInputElement>(null),
    view,
    search,
    deciding,
    taking,
    filing,
    dialogs,
    isGoing,
    printed,
    setPrinted,
    takeAway: (wanted: Wanted) => exportFrom(caseId, currentCase.docketNumber, wanted),
  }
}

export type Desk = ReturnType<typeof useDesk>
