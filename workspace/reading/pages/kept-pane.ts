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
  const { left, top, height } = pane.getBoundingClientRect()
  const width = pane.clientWidth
  if (width > 0) keep(key, { window: windowNow(), left, top, width, height } satisfies KeptPane)
}

export function keptPane(): KeptPane | undefined {
  const kept = stored<Partial<KeptPane>>(key, {})
  const isPlace = [kept.left, kept.top, kept.width, kept.height].every(Number.isFinite)
  return isPlace && kept.window === windowNow() ? (kept as KeptPane) : undefined
}
