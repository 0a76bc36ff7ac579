import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { number } from '../words/language.ts'
import { words } from '../words/reading.ts'
import type { SidePane as Pane } from './reading.ts'

/** Issues, notes, search and coverage: one at a time, beside the page. */
export function SideTabs({
  open,
  onOpen,
  counts,
  children,
}: {
  open: Pane
  onOpen: (pane: Pane) => void
  counts: Partial<Record<Pane, number>>
  children: ReactNode
}) {
  const id = useId()
  const panes: Pane[] = ['issues', 'notes', 'search', 'coverage']
  const names: Record<Pane, string> = {
    issues: words.issues.tab,
    notes: words.notes.tab,
    search: words.search.tab,
    coverage: words.coverage.tab,
  }
  function move(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const next = panes[(panes.indexOf(open) + step + panes.length) % panes.length] as Pane
    onOpen(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-pane=${next}]`)?.focus()
  }
  return (
    <section className="side" aria-label={words.panes.side}>
      <div className="tabs" role="tablist" aria-label={words.panes.side} onKeyDown={move}>
        {panes.map((pane) => (
          <button
            key={pane}
            type="button"
            role="tab"
            id={`${id}-${pane}`}
            data-pane={pane}
            aria-selected={pane === open}
            aria-controls={`${id}-panel`}
            tabIndex={pane === open ? 0 : -1}
            onClick={() => onOpen(pane)}
          >
            {names[pane]}
            {counts[pane] ? <span className="number"> {number(counts[pane])}</span> : null}
          </button>
        ))}
      </div>
      <div className="panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </section>
  )
}
