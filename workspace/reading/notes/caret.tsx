import type { PageText } from '@portico/sdk'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { words } from '../../words/reading.ts'
import { placed } from '../pages/placed.ts'
import { selectWords, wordBeside } from '../pages/selection.ts'
import { useReading } from '../reading.ts'

/** A caret over the words of a page: arrows move it, with Shift they select. Other keys work as usual. */
export function Caret({ text, onLeave }: { text: PageText; onLeave: () => void }) {
  const { selection } = useReading()
  const caret = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState({ from: 0, to: 0 })
  const word = text.words[at.to]
  useEffect(() => {
    // From now on, a selection of the browser is one by mouse.
    document.getSelection()?.empty()
    caret.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const selected = selectWords(text, at.from, at.to)
    selection.set(selected)
    return () => {
      if (selection.get() === selected) selection.set(undefined)
    }
  }, [selection, text, at])

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      selection.set(undefined)
      return onLeave()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const last = text.words.length - 1
    const to = {
      ArrowRight: Math.min(last, at.to + 1),
      ArrowLeft: Math.max(0, at.to - 1),
      ArrowDown: wordBeside(text.words, at.to, 1),
      ArrowUp: wordBeside(text.words, at.to, -1),
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAt({ from: event.shiftKey ? at.from : to, to })
    caret.current?.scrollIntoView({ block: 'nearest' })
  }

  if (!word) return null
  return (
    <button
      ref={caret}
      type="button"
      className="caret"
      aria-label={`${text.text.slice(word.start, word.end)}. ${words.notes.placing.caret}`}
      style={placed(word)}
      onKeyDown={press}
    />
  )
}
