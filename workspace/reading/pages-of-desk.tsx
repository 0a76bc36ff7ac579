import { DocumentMenu } from './documents/document-menu.tsx'
import type { Note } from './notes/fold.ts'
import { PageOverlay } from './page-overlay.tsx'
import { ComparePane } from './pages/compare-pane.tsx'
import { PagePane } from './pages/page-pane.tsx'
import { PageTools } from './pages/page-tools.tsx'
import { hasThumbnails, Thumbnails } from './pages/thumbnails.tsx'
import { HitSteps } from './search/hit-steps.tsx'
import type { Desk } from './use-desk.ts'

/** The pages in the middle, with their tools above and another page beside them while two are compared. */
export function PagesOfDesk({ desk }: { desk: Desk }) {
  const { view, moved } = desk
  const thumbnails = hasThumbnails.use()
  return (
    <div className="desk">
      <Tools desk={desk} />
      <div className="sheets">
        {thumbnails ? <Thumbnails rotationOf={view.rotationOf} /> : null}
        <PagePane
          viewport={desk.viewport}
          pane={desk.pane}
          zoom={view.zoom}
          rotationOf={view.rotationOf}
          over={(page) => <Overlay desk={desk} page={page} />}
          onMoved={moved.onMoved}
          keepsPlace={view.comparing === undefined}
        />
        {view.comparing === undefined ? null : (
          <ComparePane page={view.comparing} rotationOf={view.rotationOf} onClose={view.compare} />
        )}
      </div>
    </div>
  )
}

function Tools({ desk: { viewport, view, list, dialogs, setPrinted, search } }: { desk: Desk }) {
  const { open } = list
  const menu = open ? (
    <DocumentMenu
      pageCount={open.endPage - open.startPage + 1}
      does={{ ...dialogs, edit: () => dialogs.edit(), print: () => setPrinted(open) }}
    />
  ) : null
  return (
    <PageTools
      viewport={viewport}
      onZoom={view.changeZoom}
      onRotate={view.rotate}
      onDocument={view.stepDocument}
      isComparing={view.comparing !== undefined}
      onCompare={view.compare}
      menu={menu}
    >
      {search.query ? <HitSteps hits={search.hits} now={search.now} onStep={search.step} /> : null}
    </PageTools>
  )
}

function Overlay({ desk, page }: { desk: Desk; page: number }) {
  const { search, issues, notes, taking } = desk
  return (
    <PageOverlay
      page={page}
      hits={search.hits}
      hitNow={search.now}
      issues={issues.issues}
      notes={notes.byPage.get(page) ?? noNotes}
      focusedNote={desk.focusedNote}
      onNote={desk.openNote}
      draft={taking.draft?.page === page ? taking.draft : undefined}
      onDraft={taking.setDraft}
      onPlaced={taking.placed}
      onCancel={taking.leave}
      compared={desk.view.comparing}
      hasCaret={taking.caretPage === page}
      onLeaveCaret={taking.leaveCaret}
      onCaretGone={taking.dropCaret}
    />
  )
}

const noNotes: readonly Note[] = []
