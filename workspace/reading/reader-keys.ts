import { isOnControl } from '../ui/controls.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { words } from '../words/reading.ts'
import { hasThumbnails } from './pages/thumbnails.tsx'
import { togglePane } from './panes.tsx'

type Does = {
  stepDocument: (direction: 1 | -1) => void
  stepPage: (direction: 1 | -1) => void
  scrollBy: (share: number) => void
  goToEnd: (end: 0 | -1) => void
  goToPage: () => void
  filter: () => void
  zoom: (change: 1 | -1 | 'fit') => void
  rotate: () => void
  compare: () => void
  print: () => void
  search: () => void
  stepHit: (direction: 1 | -1) => void
  comment: () => void
  highlight: () => void
  box: () => void
  caret: () => void
  issues: () => void
  notes: () => void
  decide: () => void
  cite: (issue: number) => void
  tag: () => void
  toggleRead: () => void
  select: () => void
  edit: () => void
  file: () => void
  foldCopies: () => void
  arrange: (direction: 1 | -1) => void
  back: () => void
}

const isFree = (event: KeyboardEvent) => /^[a-z]$/.test(event.key) || !isOnControl(event)

/** Nothing has the focus: what a browser would scroll with these keys are the pages. */
const isNowhere = ({ target }: KeyboardEvent) => target === document.body
const orNowhere = (event: KeyboardEvent) => event.key === ' ' || isNowhere(event)

/** Every key of the reader; the list of shortcuts is made from this one. */
export function useReaderKeys(does: Does) {
  const { keys } = words
  useShortcuts(keys.group, [
    {
      keys: ['j', 'ArrowRight'],
      name: keys.nextDocument,
      run: () => does.stepDocument(1),
      when: isFree,
      repeats: true,
    },
    {
      keys: ['k', 'ArrowLeft'],
      name: keys.previousDocument,
      run: () => does.stepDocument(-1),
      when: isFree,
      repeats: true,
    },
    { keys: ['n'], name: keys.nextPage, run: () => does.stepPage(1), repeats: true },
    { keys: ['p'], name: keys.previousPage, run: () => does.stepPage(-1), repeats: true },
    {
      keys: ['Space', 'PageDown'],
      name: keys.pageDown,
      run: () => does.scrollBy(0.9),
      when: orNowhere,
      repeats: true,
    },
    {
      keys: ['shift+Space', 'PageUp'],
      name: keys.pageUp,
      run: () => does.scrollBy(-0.9),
      when: orNowhere,
      repeats: true,
    },
    {
      keys: ['ArrowDown'],
      name: keys.scrollDown,
      run: () => does.scrollBy(0.08),
      when: isNowhere,
      repeats: true,
    },
    {
      keys: ['ArrowUp'],
      name: keys.scrollUp,
      run: () => does.scrollBy(-0.08),
      when: isNowhere,
      repeats: true,
    },
    { keys: ['Home'], name: keys.firstPage, run: () => does.goToEnd(0), when: isNowhere },
    { keys: ['End'], name: keys.lastPage, run: () => does.goToEnd(-1), when: isNowhere },
    { keys: ['g'], name: keys.goTo, run: does.goToPage },
    { keys: ['f'], name: keys.filter, run: does.filter },
    { keys: ['r'], name: keys.rotate, run: does.rotate },
    { keys: ['w'], name: keys.compare, run: does.compare },
    { keys: ['mod+p'], name: keys.print, run: does.print },
    { keys: ['+', '='], name: keys.zoomIn, run: () => does.zoom(1), repeats: true },
    { keys: ['-'], name: keys.zoomOut, run: () => does.zoom(-1), repeats: true },
    { keys: ['0'], name: keys.fit, run: () => does.zoom('fit') },
    { keys: ['/'], name: keys.search, run: does.search },
    { keys: ['F3', 'mod+g'], name: keys.nextHit, run: () => does.stepHit(1), inFields: true, repeats: true },
    {
      keys: ['shift+F3'],
      name: keys.previousHit,
      run: () => does.stepHit(-1),
      inFields: true,
      repeats: true,
    },
    { keys: ['c'], name: keys.comment, run: does.comment },
    { keys: ['h'], name: keys.highlight, run: does.highlight },
    { keys: ['b'], name: keys.box, run: does.box },
    { keys: ['v'], name: keys.caret, run: does.caret },
    { keys: ['t'], name: keys.tag, run: does.tag },
    { keys: ['m'], name: keys.markRead, run: does.toggleRead },
    { keys: ['x'], name: keys.select, run: does.select },
    { keys: ['alt+ArrowUp'], name: keys.moveUp, run: () => does.arrange(-1), repeats: true },
    { keys: ['alt+ArrowDown'], name: keys.moveDown, run: () => does.arrange(1), repeats: true },
    { keys: ['F2'], name: keys.edit, run: () => does.edit() },
    { keys: ['u'], name: keys.file, run: () => does.file() },
    { keys: ['y'], name: keys.foldCopies, run: does.foldCopies },
    { keys: ['i'], name: keys.issues, run: does.issues },
    { keys: ['o'], name: keys.notes, run: does.notes },
    { keys: ['d'], name: keys.decide, run: does.decide },
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((issue) => ({
      keys: [`e ${issue}`],
      name: keys.cite(issue),
      run: () => does.cite(issue),
    })),
    { keys: ['Escape'], name: keys.back, run: does.back },
    { keys: ['1'], name: keys.foldDocuments, run: () => togglePane('documents') },
    { keys: ['2'], name: keys.thumbnails, run: () => hasThumbnails.set(!hasThumbnails.get()) },
    { keys: ['3'], name: keys.foldSide, run: () => togglePane('side') },
  ])
}
