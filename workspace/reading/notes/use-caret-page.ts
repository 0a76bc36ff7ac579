import { useCallback, useState } from 'react'
import type { Reading } from '../reading.ts'
import type { Note } from './fold.ts'

/** The page on which a caret selects words, and the highlight that gets other words by it. */
export function useCaretPage({ selection }: Pick<Reading, 'selection'>, focusPages: () => void) {
  const [caretPage, setCaretPage] = useState<number>()
  const [moving, setMoving] = useState<Note>()
  /** When its page is not drawn any more, or the mouse selects. */
  const dropCaret = useCallback((page?: number) => {
    setCaretPage((current) => (page === undefined || current === page ? undefined : current))
  }, [])
  const leaveCaret = useCallback(() => {
    setCaretPage(undefined)
    setMoving(undefined)
    selection.set(undefined)
    focusPages()
  }, [selection, focusPages])
  return { caretPage, setCaretPage, moving, setMoving, dropCaret, leaveCaret }
}
