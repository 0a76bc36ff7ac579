/** A page as it is in the PDF, in points, and its rotation in degrees: by the file and by the reader. */
export type Sheet = { width: number; height: number; rotate: number }

export type Zoom = 'fit' | number
export type View = { zoom: Zoom; paneWidth: number }

/** The place of every page, one below the other, in pixels. */
export type PageStack = {
  count: number
  height: number
  topOf(index: number): number
  heightOf(index: number): number
  widthOf(index: number): number
  /** Pixels per point. */
  scaleOf(index: number): number
  /** The page at a distance from the top; between two pages, the one above. */
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

/** A page whose sheet is unknown is assumed to be like the last known one before it. */
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

/** Pixels per point for a page of this width. */
export function scaleFor(width: number, { zoom, paneWidth }: View): number {
  if (zoom !== 'fit') return zoom * pixelsPerPoint
  return Math.min(widestFit, Math.max(120, paneWidth - 2 * margin)) / width
}

/** 1 is the size on paper. */
export const zoomOf = (scale: number) => scale / pixelsPerPoint

export const zoomSteps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 6]

export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? zoomSteps.find((step) => step > zoom * 1.02)
      : zoomSteps.findLast((step) => step < zoom * 0.98)
  return next ?? (direction === 1 ? 6 : 0.25)
}
