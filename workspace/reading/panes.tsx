import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Group, Panel, type PanelImperativeHandle, Separator, useDefaultLayout } from 'react-resizable-panels'
import { createStore, useStore } from '../data/store.ts'
import { words } from '../words/reading.ts'
import type { SidePane } from './reading.ts'
import { remembered } from './remembered.ts'
import './panes.css'

export const folded = remembered('folded', { documents: false, side: false })
export const openPane = remembered<SidePane>('side', 'issues')

type Pane = 'documents' | 'pages' | 'side'
const panes: Pane[] = ['documents', 'pages', 'side']

/** The pane that is shown where there is room for one. The others stay as they are behind it. */
export const shownPane = createStore<Pane>('pages')

/** The pane beside the pages where there is room for one, or the pages alone. */
const besidePane = createStore<Pane>('documents')
shownPane.subscribe(() => {
  if (shownPane.get() !== 'pages') besidePane.set(shownPane.get())
})

const narrow = window.matchMedia('(max-width: 720px)')
/** A tablet: three panes would leave too little room for the pages. */
const medium = window.matchMedia('(min-width: 720.02px) and (max-width: 1100px)')
/** At high zoom of the browser: the panes fill the window, and one scrolls to what is above them. */
const short = window.matchMedia('(max-width: 720px) and (max-height: 560px)')

/** Scrolls the panes into the window where it has no room for everything. */
export function showPanes() {
  if (short.matches) document.querySelector('.panes-and-choice')?.scrollIntoView()
}

const useMatches = (media: MediaQueryList) =>
  useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )

export function togglePane(pane: 'documents' | 'side') {
  if (!medium.matches) return folded.set({ ...folded.get(), [pane]: !folded.get()[pane] })
  const next = besidePane.get() === pane ? 'pages' : pane
  besidePane.set(next)
  shownPane.set(next)
}

/**
 * Documents, pages and the rest side by side; their widths and folds are kept. A tablet shows the pages and one other
 * pane, a narrow screen one at a time.
 */
export function Panes({
  documents,
  pages,
  side,
}: {
  documents: ReactNode
  pages: ReactNode
  side: ReactNode
}) {
  const isNarrow = useMatches(narrow)
  const isMedium = useMatches(medium)
  const hasChoice = isNarrow || isMedium
  const [alone, beside] = [useStore(shownPane), useStore(besidePane)]
  const shown = isMedium ? beside : alone
  const kept = folded.use()
  const isFolded = hasChoice ? { documents: false, side: false } : kept
  const left = useRef<PanelImperativeHandle>(null)
  const right = useRef<PanelImperativeHandle>(null)
  const layout = useDefaultLayout({ id: 'portico.reading.panes', storage: localStorage })

  useEffect(() => fold(left.current, isFolded.documents), [isFolded.documents])
  useEffect(() => fold(right.current, isFolded.side), [isFolded.side])

  const group = (
    <Group
      orientation="horizontal"
      className="panes"
      data-shown={isNarrow ? shown : undefined}
      data-beside={isMedium ? shown : undefined}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={(...changed) => (hasChoice ? undefined : layout.onLayoutChanged(...changed))}
    >
      <Panel
        id="documents"
        panelRef={left}
        defaultSize="318px"
        minSize="180px"
        maxSize="45%"
        collapsible
        className="pane"
      >
        {isFolded.documents ? null : documents}
      </Panel>
      <Separator className="separator" aria-label={words.panes.resize} />
      <Panel id="pages" minSize="25%" className="pane">
        {pages}
      </Panel>
      <Separator className="separator" aria-label={words.panes.resize} />
      <Panel
        id="side"
        panelRef={right}
        defaultSize="316px"
        minSize="200px"
        maxSize="45%"
        collapsible
        className="pane"
      >
        {isFolded.side ? null : side}
      </Panel>
    </Group>
  )
  return (
    <div className="panes-and-choice">
      {hasChoice ? (
        <fieldset className="pane-choice">
          <legend className="hidden-visually">{words.panes.choice}</legend>
          {panes.map((pane) => (
            <button
              key={pane}
              type="button"
              aria-pressed={pane === shown}
              onClick={() => {
                besidePane.set(pane)
                shownPane.set(pane)
              }}
            >
              {words.panes.short[pane]}
            </button>
          ))}
        </fieldset>
      ) : null}
      {group}
    </div>
  )
}

function fold(panel: PanelImperativeHandle | null, isFolded: boolean) {
  if (!panel || panel.isCollapsed() === isFolded) return
  if (isFolded) panel.collapse()
  else panel.expand()
}
