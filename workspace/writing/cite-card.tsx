import { type RefObject, useEffect, useState } from 'react'
import { words } from '../words/writing.ts'
import type { Chips } from './cited-text.tsx'

type Shown = { number: number; left: number; top: number; isAbove: boolean }

/** Below this much room a card stands above its chip. */
const roomPx = 180

function placed(chip: HTMLElement): Shown {
  const { left, top, bottom } = chip.getBoundingClientRect()
  const isAbove = innerHeight - bottom < roomPx
  const most = Math.max(8, innerWidth - 348)
  return {
    number: Number(chip.dataset.cite),
    left: Math.min(left, most),
    top: isAbove ? top : bottom,
    isAbove,
  }
}

/**
 * What a citation rests on, while its chip is pointed at or in focus: it stays while it is pointed at itself, and goes on
 * Escape (WCAG 1.4.13). One for all chips of the text.
 */
export function CiteCard({ text, chips }: { text: RefObject<HTMLElement | null>; chips: Chips }) {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const over = text.current
    if (!over) return
    let leaving: ReturnType<typeof setTimeout> | undefined
    const show = ({ target }: Event) => {
      const element = target as Element
      const chip = element.closest<HTMLElement>('[data-cite]')
      if (!chip && !element.closest('.cite-card')) return
      clearTimeout(leaving)
      if (chip) setShown(placed(chip))
    }
    const leave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => setShown(undefined), 150)
    }
    const hide = () => setShown(undefined)
    // A chip that comes into view because it has the focus scrolls the text after its card is shown.
    const scrolled = () => {
      const chip = document.activeElement?.closest<HTMLElement>('[data-cite]')
      if (chip && over.contains(chip)) setShown((now) => now && placed(chip))
      else hide()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    over.addEventListener('pointerover', show)
    over.addEventListener('focusin', show)
    over.addEventListener('pointerout', leave)
    over.addEventListener('focusout', leave)
    over.addEventListener('scroll', scrolled, { passive: true })
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(leaving)
      over.removeEventListener('pointerover', show)
      over.removeEventListener('focusin', show)
      over.removeEventListener('pointerout', leave)
      over.removeEventListener('focusout', leave)
      over.removeEventListener('scroll', scrolled)
      document.removeEventListener('keydown', onKey)
    }
  }, [text])
  const citation = shown && chips.cited.get(shown.number)
  if (!shown || !citation) return null
  const { anchor, documentName, documentPage } = citation
  const fault = chips.faults.get(shown.number)
  return (
    <div
      className={`cite-card ${shown.isAbove ? 'above' : ''}`}
      role="tooltip"
      style={{ left: shown.left, top: shown.top }}
    >
      <b>{words.chip.page(anchor.page)}</b>{' '}
      <span className="soft">{words.chip.of(documentName, documentPage)}</span>
      <p>{anchor.quote ? `“${anchor.quote}”` : words.chip.whole}</p>
      {fault ? <p className={fault.isBlocker ? 'problem' : 'warned'}>{fault.sentence}</p> : null}
      <p className="faint">
        <kbd>↵</kbd> {words.chip.open}
      </p>
    </div>
  )
}
