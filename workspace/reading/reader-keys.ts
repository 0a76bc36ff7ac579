import { isOnControl } from '../ui/controls.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { words } from '../words/reading.ts'
import { hasThumbnails } from './pages/thumbnails.tsx'
import { togglePane } from './panes.tsx'

type Actions = {
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

/** Nothing has the focus: these keys scroll the pages. */
const isNowhere = ({ target }: KeyboardEvent) => target === document.body
const orNowhere = (event: KeyboardEvent) => event.key === ' ' || isNowhere(event)

/** Every key of the reader. The list of shortcuts is made from it. */
export function useReaderKeys(actions: Actions) {
  const { keys } = words
  useShortcuts(keys.group, [
    {
      keys: ['j', 'ArrowRight'],
      name: keys.nextDocument,
      run: () => actions.stepDocument(1),
      when: isFree,
      repeats: true,
    },
    {
      keys: ['k', 'ArrowLeft'],
      name: keys.previousDocument,
      run: () => actions.stepDocument(-1),
      when: isFree,
      repeats: true,
    },
    { keys: ['n'], name: keys.nextPage, run: () => actions.stepPage(1), repeats: true },
    { keys: ['p'], name: keys.previousPage, run: () => actions.stepPage(-1), repeats: true },
    {
      keys: ['Space', 'PageDown'],
      name: keys.pageDown,
      run: () => actions.scrollBy(0.9),
      when: orNowhere,
      repeats: true,
    },
    {
      keys: ['shift+Space', 'PageUp'],
      name: keys.pageUp,
      run: () => actions.scrollBy(-0.9),
      when: orNowhere,
      repeats: true,
    },
    {
      keys: ['ArrowDown'],
      name: keys.scrollDown,
      run: () => actions.scrollBy(0.08),
      when: isNowhere,
      repeats: true,
    },
    {
      keys: ['ArrowUp'],
      name: keys.scrollUp,
      run: () => actions.scrollBy(-0.08),
      when: isNowhere,
      repeats: true,
    },
    { keys: ['Home'], name: keys.firstPage, run: () => actions.goToEnd(0), when: isNowhere },
    { keys: ['End'], name: keys.lastPage, run: () => actions.goToEnd(-1), when: isNowhere },
    { keys: ['g'], name: keys.goTo, run: actions.goToPage },
    { keys: ['f'], name: keys.filter, run: actions.filter },
    { keys: ['r'], name: keys.rotate, run: actions.rotate },
    { keys: ['w'], name: keys.compare, run: actions.compare },
    { keys: ['mod+p'], name: keys.print, run: actions.print },
    { keys: ['+', '='], name: keys.zoomIn, run: () => actions.zoom(1), repeats: true },
    { keys: ['-'], name: keys.zoomOut, run: () => actions.zoom(-1), repeats: true },
    { keys: ['0'], name: keys.fit, run: () => actions.zoom('fit') },
    { keys: ['/'], name: keys.search, run: actions.search },
    {
      keys: ['F3', 'mod+g'],
      name: keys.nextHit,
      run: () => actions.stepHit(1),
      inFields: true,
      repeats: true,
    },
    {
      keys: ['shift+F3'],
      name: keys.previousHit,
      run: () => actions.stepHit(-1),
      inFields: true,
      repeats: true,
    },
    { keys: ['c'], name: keys.comment, run: actions.comment },
    { keys: ['h'], name: keys.highlight, run: actions.highlight },
    { keys: ['b'], name: keys.box, run: actions.box },
    { keys: ['v'], name: keys.caret, run: actions.caret },
    { keys: ['t'], name: keys.tag, run: actions.tag },
    { keys: ['m'], name: keys.markRead, run: actions.toggleRead },
    { keys: ['x'], name: keys.select, run: actions.select },
    { keys: ['alt+ArrowUp'], name: keys.moveUp, run: () => actions.arrange(-1), repeats: true },
    { keys: ['alt+ArrowDown'], name: keys.moveDown, run: () => actions.arrange(1), repeats: true },
    { keys: ['F2'], name: keys.edit, run: () => actions.edit() },
    { keys: ['u'], name: keys.file, run: () => actions.file() },
    { keys: ['y'], name: keys.foldCopies, run: actions.foldCopies },
    { keys: ['i'], name: keys.issues, run: actions.issues },
    { keys: ['o'], name: keys.notes, run: actions.notes },
    { keys: ['d'], name: keys.decide, run: actions.decide },
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((issue) => ({
      keys: [`e ${issue}`],
      name: keys.cite(issue),
      run: () => actions.cite(issue),
    })),
    { keys: ['Escape'], name: keys.back, run: actions.back },
    { keys: ['1'], name: keys.foldDocuments, run: () => togglePane('documents') },
    { keys: ['2'], name: keys.thumbnails, run: () => hasThumbnails.set(!hasThumbnails.get()) },
    { keys: ['3'], name: keys.foldSide, run: () => togglePane('side') },
  ])
}
