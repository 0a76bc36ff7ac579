import { keep, stored } from '../../data/kept.ts'

/** Where the pages of the reader stood in a window of this size: the next one puts its first page there. */
export type KeptPane = {
  window: string
  left: number
  top: number
  /** Without the bar that scrolls it. */
  width: number
  height: number
}

const key = 'portico.reading.pane'

const windowNow = () => `${innerWidth} ${innerHeight} ${devicePixelRatio}`

export function keepPane(pane: HTMLElement) {
  const { left, top, height, bottom } = pane.getBoundingClientRect()
  const width = pane.clientWidth
  // Where the window itself is scrolled, the pane has no place of its own.
  const isWhole = top >= 0 && bottom <= innerHeight + 1
  if (width > 0 && isWhole) keep(key, { window: windowNow(), left, top, width, height } satisfies KeptPane)
}

export function keptPane(): KeptPane | undefined {
  const kept = stored<Partial<KeptPane>>(key, {})
  const isPlace = [kept.left, kept.top, kept.width, kept.height].every(Number.isFinite)
  return isPlace && kept.window === windowNow() ? (kept as KeptPane) : undefined
}
