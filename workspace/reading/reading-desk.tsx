import type { Case, DocumentSummary } from '@portico/sdk'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { keep, stored } from '../data/kept.ts'
import { useLiveCase } from '../data/live.ts'
import { ownKey } from '../data/own-key.ts'
import { pageIsSeen, useIsPageAwaited } from '../data/page-first.ts'
import { useFindName } from '../data/people.ts'
import { useMe } from '../data/session.ts'
import { createPaintedStore, createStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { Filings } from '../ui/filings.tsx'
import { Skeleton, State } from '../ui/states.tsx'
import { words as filingWords } from '../words/filing.ts'
import { words } from '../words/reading.ts'
import { CaseHead } from './case-head.tsx'
import { markWhenSeen } from './covered/mark-when-seen.ts'
import { storedSeen, useSeen, useSeenEverywhere } from './covered/seen.ts'
import { useDocumentDialogs } from './documents/document-dialogs.tsx'
import { DocumentMenu } from './documents/document-menu.tsx'
import { DocumentPane } from './documents/document-pane.tsx'
import { SelectionBar } from './documents/selection-bar.tsx'
import { SetAside } from './documents/set-aside.tsx'
import { useDocumentList } from './documents/use-document-list.ts'
import { useFiling } from './documents/use-filing.ts'
import { useMarks } from './documents/use-marks.ts'
import { ExportMenu, exportFrom, type Wanted } from './export.tsx'
import { caseFile } from './file.ts'
import { DecideDialog } from './issues/decide-dialog.tsx'
import { EvidenceDialog } from './issues/evidence-dialog.tsx'
import { useDeciding } from './issues/use-deciding.ts'
import { useIssues } from './issues/use-issues.ts'
import { useMessages } from './messages.tsx'
import type { Note } from './notes/fold.ts'
import { useLinkedNote } from './notes/use-linked-note.ts'
import { useNoteTaking } from './notes/use-note-taking.ts'
import { useNotes } from './notes/use-notes.ts'
import { PageFacts } from './page-facts.tsx'
import { PageOverlay } from './page-overlay.tsx'
import { ComparePane } from './pages/compare-pane.tsx'
import type { PageDrawings } from './pages/draw-page.ts'
import { GoToPage } from './pages/go-to-page.tsx'
import { PagePane, type PagePaneHandle } from './pages/page-pane.tsx'
import { PageTools } from './pages/page-tools.tsx'
import type { PdfFiles } from './pages/pdf-files.ts'
import { PrintDialog } from './pages/print-dialog.tsx'
import type { TextSelection } from './pages/selection.ts'
import { hasThumbnails, Thumbnails } from './pages/thumbnails.tsx'
import { useMovedPages } from './pages/use-moved-pages.tsx'
import { usePageView } from './pages/use-page-view.ts'
import { usePrefetch } from './pages/use-prefetch.ts'
import { usePrintedPage } from './pages/use-printed-page.ts'
import { folded, openPane, Panes, shownPane, showPanes } from './panes.tsx'
import { useAskedPage, usePlace } from './place.ts'
import { useReaderKeys } from './reader-keys.ts'
import { type Reading, ReadingContext, type SidePane as Side, type Target } from './reading.ts'
import { HitSteps } from './search/hit-steps.tsx'
import { useSearchOfCase } from './search/use-search.ts'
import { SidePane } from './side-pane.tsx'
import { useCounted } from './use-counted.ts'
import { useSelection } from './use-selection.ts'
import './reader.css'

export function ReadingDesk({
  caseId,
  of,
  documents,
  permissions,
  pdfs,
  drawings,
}: {
  caseId: string
  of: Case
  documents: readonly DocumentSummary[]
  permissions: readonly string[]
  pdfs: PdfFiles
  drawings: PageDrawings
}) {
  const me = useMe()
  const file = useMemo(() => caseFile(documents), [documents])
  const placeKey = ownKey(`reading.place.${caseId}`)
  const asked = useAskedPage(file)
  const [page] = useState(() => createPaintedStore(asked ?? stored(placeKey, file.pageAt(0) ?? 1)))
  const [seen] = useState(() => createStore<ReadonlySet<number>>(storedSeen(caseId)))
  const [selection] = useState(() => createStore<TextSelection | undefined>(undefined))
  const pane = useRef<PagePaneHandle>(null)
  const { say, line } = useMessages()
  const isAwaited = useIsPageAwaited()

  const show = useCallback((target: Target) => {
    shownPane.set('pages')
    showPanes()
    pane.current?.show(target)
  }, [])
  const goToNow = useRef<(target: Target) => void>(() => {})
  const follow = useCallback((target: Target) => goToNow.current(target), [])
  const moved = useMovedPages({ caseId, page, say, goTo: follow })
  const place = usePlace({ caseId, file, page, show, onMissing: moved.onMissing })
  const { goTo } = place
  goToNow.current = place.lead
  useEffect(() => page.subscribe(() => keep(placeKey, page.get())), [page, placeKey])
  useSeenEverywhere(caseId, seen)
  usePrintedPage(page)
  useEffect(() => {
    if (file.pageCount === 0) pageIsSeen()
  }, [file.pageCount])

  const openSide = useCallback((side: Side) => {
    openPane.set(side)
    shownPane.set('side')
    folded.set({ ...folded.get(), side: false })
  }, [])
  const expect = useCallback((next: number) => pane.current?.expect(next), [])
  const reading = useMemo<Reading>(
    () => ({
      caseId,
      file,
      pdfs,
      drawings,
      page,
      selection,
      say,
      may: (action) => permissions.includes(action),
      goTo: (target, change) => void goTo(target, change),
      expect,
      openSide,
    }),
    [caseId, file, pdfs, drawings, page, selection, say, permissions, goTo, expect, openSide],
  )
  const findName = useFindName()
  const sayArrived = async (username: string, onPage: number) =>
    say(words.notes.arrived(await findName(username), onPage))
  const filed = useCounted((count) => say(words.documents.filed(count)))
  useLiveCase(caseId, of.version, (event) => {
    if (/^document\.(filed|revised|divided|admitted|removed|held)$/.test(event.type)) {
      pdfs.forget()
      drawings.clear()
    }
    if (event.type === 'document.filed' && event.actor.name !== me.username) filed.add()
    if (event.type === 'case.documentsArranged' && event.actor.name !== me.username)
      void findName(event.actor.name).then((name) => say(words.documents.arrangedBy(name)))
    if (event.type === 'document.annotated' && event.data && event.actor.name !== me.username)
      void sayArrived(event.actor.name, event.data.page)
  })

  const marks = useMarks(reading)
  const notes = useNotes(reading)
  const issues = useIssues(reading)
  const list = useDocumentList(reading, marks, notes.all)
  usePrefetch(reading, list.shown, list.open?.id)
  useSeen(caseId, page, seen, () => markWhenSeen(reading, seen, marks))
  const view = usePageView(reading, place, pane, list)
  const search = useSearchOfCase(reading, place)
  const { linked, openNote } = useLinkedNote(reading, notes, place.search.annotation, show)
  const deciding = useDeciding(reading, issues, linked)
  const focusPages = useCallback(() => {
    flushSync(() => shownPane.set('pages'))
    pane.current?.focus()
  }, [])
  const inView = useCallback(() => pane.current?.inView() ?? { page: page.get(), y: 0.3 }, [page])
  const taking = useNoteTaking({ reading, notes, inView, focusPages })
  useSelection(caseId, selection, taking.caretPage !== undefined, taking.dropCaret)
  const filing = useFiling(reading)
  const dialogs = useDocumentDialogs(reading, marks, list, filing.start)
  const takeAway = (wanted: Wanted) => exportFrom(caseId, of.docketNumber, wanted)

  const filterField = useRef<HTMLInputElement>(null)
  const [isGoing] = useState(() => createStore(false))
  const [printed, setPrinted] = useState<DocumentSummary>()
  const thumbnails = hasThumbnails.use()
  /** At once: what is typed next belongs into the field. */
  const focusIn = (field: { current: HTMLElement | null }, show: () => void) => {
    flushSync(show)
    field.current?.focus()
  }

  useReaderKeys({
    stepDocument: view.stepDocument,
    stepPage: view.stepPage,
    scrollBy: (share) => pane.current?.scrollBy(share),
    goToEnd: (end) => {
      const to = file.pageAt(end === 0 ? 0 : file.pageCount - 1)
      if (to !== undefined) void goTo({ page: to })
    },
    goToPage: () => isGoing.set(true),
    filter: () =>
      focusIn(filterField, () => {
        folded.set({ ...folded.get(), documents: false })
        shownPane.set('documents')
      }),
    zoom: view.changeZoom,
    rotate: view.rotate,
    compare: view.compare,
    print: () => setPrinted(list.open),
    search: () => focusIn(search.field, () => openSide('search')),
    stepHit: search.step,
    comment: taking.comment,
    highlight: taking.highlight,
    box: taking.box,
    caret: taking.caret,
    issues: () => openSide('issues'),
    notes: () => openSide('notes'),
    decide: deciding.decide,
    cite: deciding.cite,
    tag: dialogs.tag,
    toggleRead: list.toggleRead,
    select: () => list.open && list.toggle(list.open),
    edit: dialogs.edit,
    file: dialogs.file,
    foldCopies: list.foldCopies,
    arrange: list.arrange,
    back: () => {
      if (taking.caretPage !== undefined || taking.moving) taking.leaveCaret()
      else if (list.selectedIds.size) list.clearSelection()
      else if (search.query) search.find('')
    },
  })

  const over = (page: number) => (
    <PageOverlay
      page={page}
      hits={search.hits}
      hitNow={search.now}
      issues={issues.issues}
      notes={notes.byPage.get(page) ?? none}
      focusedNote={place.search.annotation}
      onNote={openNote}
      draft={taking.draft?.page === page ? taking.draft : undefined}
      onDraft={taking.setDraft}
      onPlaced={taking.placed}
      onCancel={taking.leave}
      compared={view.comparing}
      hasCaret={taking.caretPage === page}
      onLeaveCaret={taking.leaveCaret}
      onCaretGone={taking.dropCaret}
    />
  )

  return (
    <ReadingContext value={reading}>
      <div className="reader">
        {isAwaited ? (
          <header className="case-head" />
        ) : (
          <CaseHead
            of={of}
            actions={
              reading.may('exportCase') ? (
                <ExportMenu caseId={caseId} run={takeAway} open={list.open} selected={list.selected} />
              ) : null
            }
          />
        )}
        {file.pageCount === 0 ? (
          <State
            title={words.documents.empty}
            actions={
              reading.may('fileDocuments') ? (
                <Button kind="solid" onClick={() => dialogs.file()}>
                  {filingWords.add}
                </Button>
              ) : null
            }
          >
            {words.documents.emptyText}
            <Filings filings={filing.filings} />
            <SetAside />
          </State>
        ) : (
          <Panes
            documents={
              isAwaited ? (
                <Skeleton />
              ) : (
                <div className="document-side">
                  <DocumentPane
                    list={list}
                    onOpen={view.openAt}
                    onEdit={dialogs.edit}
                    onFile={dialogs.file}
                    filterField={filterField}
                  />
                  <Filings filings={filing.filings} />
                  {list.selected.length ? (
                    <SelectionBar
                      documents={list.selected}
                      marks={marks}
                      onTag={dialogs.tag}
                      onExport={() => takeAway({ documents: list.selected })}
                      onClear={list.clearSelection}
                    />
                  ) : null}
                </div>
              )
            }
            pages={
              <div className="desk">
                <PageTools
                  zoom={view.shownZoom}
                  onZoom={view.changeZoom}
                  onRotate={view.rotate}
                  onDocument={view.stepDocument}
                  isComparing={view.comparing !== undefined}
                  onCompare={view.compare}
                  menu={
                    list.open ? (
                      <DocumentMenu
                        pageCount={list.open.endPage - list.open.startPage + 1}
                        does={{ ...dialogs, edit: () => dialogs.edit(), print: () => setPrinted(list.open) }}
                      />
                    ) : null
                  }
                >
                  {search.query ? (
                    <HitSteps hits={search.hits} now={search.now} onStep={search.step} />
                  ) : null}
                </PageTools>
                <div className="sheets">
                  {thumbnails ? <Thumbnails rotationOf={view.rotationOf} /> : null}
                  <PagePane
                    handle={pane}
                    zoom={view.zoom}
                    rotationOf={view.rotationOf}
                    over={over}
                    onMoved={moved.onMoved}
                    keepsPlace={view.comparing === undefined}
                  />
                  {view.comparing === undefined ? null : (
                    <ComparePane page={view.comparing} rotationOf={view.rotationOf} onClose={view.compare} />
                  )}
                </div>
              </div>
            }
            side={
              isAwaited ? (
                <Skeleton />
              ) : (
                <SidePane
                  issues={issues}
                  deciding={deciding}
                  notes={notes}
                  taking={taking}
                  focusedNote={place.search.annotation}
                  onNote={openNote}
                  search={search}
                  seen={seen}
                />
              )
            }
          />
        )}
        {file.pageCount === 0 ? null : isAwaited ? (
          <div />
        ) : (
          <PageFacts notes={notes} issues={issues.issues} taking={taking} />
        )}
        {line}
        <GoToPage isOpen={isGoing} />
        {printed ? <PrintDialog document={printed} onClose={() => setPrinted(undefined)} /> : null}
        {dialogs.shown}
        {moved.shown}
        {deciding.deciding ? (
          <DecideDialog
            issue={deciding.deciding}
            issues={issues}
            onClose={() => deciding.setDeciding(undefined)}
          />
        ) : null}
        {deciding.asked ? (
          <EvidenceDialog {...deciding.asked} issues={issues} onClose={deciding.closeAsked} />
        ) : null}
      </div>
    </ReadingContext>
  )
}

const none: readonly Note[] = []
