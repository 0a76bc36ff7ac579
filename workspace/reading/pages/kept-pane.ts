import { keep, stored } from '../../data/kept.ts'

/** Where the pages of the reader were in a window of this size: the next first page is drawn there. */
export type KeptPane = {
  window: string
  left: number
  top: number
  /** Without the scroll bar. */
  width: number
  height: number
}

const key = 'portico.reading.pane'

const windowNow = () => `${innerWidth} ${innerHeight} ${devicePixelRatio}`

export function keepPane(pane: HTMLElement) {
  const { left, top, height, bottom } = pane.getBoundingClientRect()
  const width = pane.clientWidth
  // If the window itself scrolls, the pane has no fixed place.
  const isWhole = top >= 0 && bottom <= innerHeight + 1
  if (width > 0 && isWhole) keep(key, { window: windowNow(), left, top, width, height } satisfies KeptPane)
}

export function keptPane(): KeptPane | undefined {
  const kept = stored<Partial<KeptPane>>(key, {})
  const isPlace = [kept.left, kept.top, kept.width, kept.height].every(Number.isFinite)
  return isPlace && kept.window === windowNow() ? (kept as KeptPane) : undefined
}
