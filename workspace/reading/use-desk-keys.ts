import { flushSync } from 'react-dom'
import { folded, shownPane } from './panes.tsx'
import { useReaderKeys } from './reader-keys.ts'
import type { Desk } from './use-desk.ts'

/** Binds the keys of the reader to this desk. */
export function useDeskKeys(desk: Desk) {
  const { reading, viewport, view, list, search, taking, deciding, dialogs } = desk
  const { file, openSide } = reading
  useReaderKeys({
    stepDocument: view.stepDocument,
    stepPage: view.stepPage,
    scrollBy: viewport.scrollBy,
    goToEnd: (end) => {
      const to = file.pageAt(end === 0 ? 0 : file.pageCount - 1)
      if (to !== undefined) reading.goTo({ page: to })
    },
    goToPage: () => desk.isGoing.set(true),
    filter: () =>
      focusIn(desk.filterField, () => {
        folded.set({ ...folded.get(), documents: false })
        shownPane.set('documents')
      }),
    zoom: view.changeZoom,
    rotate: view.rotate,
    compare: view.compare,
    print: () => desk.setPrinted(list.open),
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
}

/** At once: what is typed next belongs in the field. */
function focusIn(field: { current: HTMLElement | null }, show: () => void) {
  flushSync(show)
  field.current?.focus()
}
