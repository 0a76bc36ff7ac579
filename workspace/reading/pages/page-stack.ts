/** A sheet as it is in the PDF, in points, and how far it is turned: by the file and by who reads it. */
export type Sheet = { width: number; height: number; rotate: number }

export type Zoom = 'fit' | number
export type View = { zoom: Zoom; paneWidth: number }

/** Where every page stands, one below the other, in pixels of the screen. */
export type PageStack = {
  count: number
  height: number
  topOf(index: number): number
  heightOf(index: number): number
  widthOf(index: number): number
  /** Pixels of the screen for a point of the page. */
  scaleOf(index: number): number
  /** The page at a distance from the top; between two pages the one above. */
  indexAt(y: number): number
}

export const usualSheet: Sheet = { width: 612, height: 792, rotate: 0 }
export const gap = 14
/** Between the edge of the pane and a page. */
export const margin = 16
/** How far below the top of the pane a page begins that was gone to. */
export const topOfPage = 8
const widestFit = 1000
const pixelsPerPoint = 96 / 72

/** What is known of the sheets decides; of the others it is assumed that they are as the last known before them. */
export function stackPages(
  count: number,
  sheetOf: (index: number) => Sheet | undefined,
  view: View,
): PageStack {
  const tops = new Float64Array(count + 1)
  const widths = new Float64Array(count)
  const scales = new Float64Array(count)
  let assumed = usualSheet
  tops[0] = margin
  for (let index = 0; index < count; index++) {
    const sheet = sheetOf(index) ?? assumed
    assumed = sheet
    const isTurned = sheet.rotate % 180 !== 0
    const [width, height] = isTurned ? [sheet.height, sheet.width] : [sheet.width, sheet.height]
    const scale = scaleFor(width, view)
    scales[index] = scale
    widths[index] = width * scale
    tops[index + 1] = (tops[index] as number) + height * scale + gap
  }
  const topOf = (index: number) => tops[index] ?? 0
  return {
    count,
    height: topOf(count) - gap + margin,
    topOf,
    heightOf: (index) => topOf(index + 1) - topOf(index) - gap,
    widthOf: (index) => widths[index] ?? 0,
    scaleOf: (index) => scales[index] ?? 1,
    indexAt(y) {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >> 1
        if (topOf(middle) <= y) low = middle + 1
        else high = middle
      }
      return Math.max(0, low - 1)
    },
  }
}

/** Pixels of the screen for a point of a page that is so wide. */
export function scaleFor(width: number, { zoom, paneWidth }: View): number {
  if (zoom !== 'fit') return zoom * pixelsPerPoint
  return Math.min(widestFit, Math.max(120, paneWidth - 2 * margin)) / width
}

/** How large a page is shown, where 1 is its size on paper. */
export const zoomOf = (scale: number) => scale / pixelsPerPoint

export const zoomSteps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 6]

export function nextZoom(now: number, direction: 1 | -1): number {
  const found =
    direction === 1
      ? zoomSteps.find((step) => step > now * 1.02)
      : zoomSteps.findLast((step) => step < now * 0.98)
  return found ?? (direction === 1 ? 6 : 0.25)
}
