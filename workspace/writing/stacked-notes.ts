import { type RefObject, useLayoutEffect } from 'react'

const gapPx = 8

/**
 * Notes stand in the margin beside what they are about. One that would cover the next moves it down, so that the text
 * itself stays where it is. Where there is no margin they stand below their paragraph, and nothing is moved.
 */
export function useStackedNotes(text: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const shown = text.current
    if (!shown) return
    const place = () => {
      let end = 0
      const notes = [...shown.querySelectorAll<HTMLElement>('.notes')]
      for (const note of notes) {
        if (getComputedStyle(note).position !== 'absolute') {
          note.style.translate = ''
          continue
        }
        const top = (note.offsetParent as HTMLElement | null)?.offsetTop ?? 0
        const down = Math.max(0, end - top)
        note.style.translate = `0 ${down}px`
        end = top + down + note.offsetHeight + gapPx
      }
      shown.style.setProperty('--notes-end', `${end}px`)
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(shown)
    for (const note of shown.querySelectorAll('.notes')) watch.observe(note)
    return () => watch.disconnect()
  })
}
