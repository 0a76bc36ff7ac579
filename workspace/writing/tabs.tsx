import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { number } from '../words/language.ts'
import { words } from '../words/writing.ts'
import { useNarrow } from './narrow.ts'

export type Part = 'text' | 'outcome' | 'check' | 'comments' | 'versions' | 'pdf'

/** What stands beside the text, one at a time. On a narrow screen the text is one of them. */
export function Tabs({
  parts,
  open,
  side,
  counts,
  onOpen,
  children,
}: {
  parts: readonly Part[]
  /** What a narrow screen shows. */
  open: Part
  /** What stands beside the text. */
  side: Part
  counts: Partial<Record<Part, number>>
  onOpen: (part: Part) => void
  children: ReactNode
}) {
  const id = useId()
  const isNarrow = useNarrow()
  const shown = isNarrow ? open : side
  const usable = isNarrow ? parts : parts.filter((part) => part !== 'text')
  function move(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const next = usable[(usable.indexOf(shown) + step + usable.length) % usable.length] as Part
    onOpen(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus()
  }
  return (
    <section className="write-side" aria-label={words.parts.label}>
      <div className="tabs" role="tablist" aria-label={words.parts.label} onKeyDown={move}>
        {usable.map((part) => (
          <button
            key={part}
            type="button"
            role="tab"
            id={`${id}-${part}`}
            data-tab={part}
            aria-selected={part === shown}
            aria-controls={shown === 'text' ? undefined : `${id}-panel`}
            tabIndex={part === shown ? 0 : -1}
            onClick={() => onOpen(part)}
          >
            {words.parts[part]}
            {counts[part] ? <span className="number"> {number(counts[part])}</span> : null}
          </button>
        ))}
      </div>
      <div className="panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </section>
  )
}
