import { useEffect } from 'react'
import type { Store } from '../../data/store.ts'

/**
 * The menu of the browser prints the page that is read, as it is drawn, without the panes around it. The print dialog of
 * the reader prints any pages.
 */
export function usePrintedPage(page: Store<number>) {
  useEffect(() => {
    let sheet: HTMLElement | undefined
    const lay = () => {
      if (document.querySelector('.printed')) return
      const drawn = document.querySelector<HTMLCanvasElement>(
        `.sheets > .pages [data-page="${page.get()}"] canvas`,
      )
      if (!drawn) return
      sheet = document.createElement('div')
      sheet.className = 'printed'
      sheet.append(copyOf(drawn))
      document.body.append(sheet)
    }
    const clear = () => sheet?.remove()
    window.addEventListener('beforeprint', lay)
    window.addEventListener('afterprint', clear)
    return () => {
      clear()
      window.removeEventListener('beforeprint', lay)
      window.removeEventListener('afterprint', clear)
    }
  }, [page])
}

function copyOf(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas')
  copy.width = drawn.width
  copy.height = drawn.height
  copy.getContext('2d')?.drawImage(drawn, 0, 0)
  return copy
}
