import type { CropBox } from './crop-box.ts'
import { allocated, type Pdfium } from './pdfium.ts'

const image = 3
const form = 5
/** A scan may come in strips, and a form in forms; a page with more parts than this is no scan. */
const mostObjects = 2000
const deepestForm = 3
const largePart = 0.4

/** Whether pictures cover much of the page. */
export function showsPicture(pdfium: Pdfium, loaded: number, crop: CropBox): boolean {
  const area = (crop.right - crop.left) * (crop.top - crop.bottom)
  let seen = 0

  const areaOf = (count: number, objectAt: (index: number) => number, depth: number): number => {
    let covered = 0
    for (let index = 0; index < count && seen < mostObjects; index++) {
      seen++
      const object = objectAt(index)
      const type = pdfium.FPDFPageObj_GetType(object)
      if (type === image) covered += visibleArea(pdfium, object, crop)
      if (type !== form || depth === deepestForm) continue
      const inside = areaOf(
        pdfium.FPDFFormObj_CountObjects(object),
        (at) => pdfium.FPDFFormObj_GetObject(object, at),
        depth + 1,
      )
      // Bounds inside a form are in the form's own measure.
      if (inside > 0) covered += visibleArea(pdfium, object, crop)
    }
    return covered
  }
  const covered = areaOf(
    pdfium.FPDFPage_CountObjects(loaded),
    (at) => pdfium.FPDFPage_GetObject(loaded, at),
    0,
  )
  return covered >= largePart * area
}

function visibleArea(pdfium: Pdfium, object: number, crop: CropBox): number {
  return allocated(pdfium, 16, (bounds) => {
    if (!pdfium.FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12)) return 0
    const at = bounds >> 2
    const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.pdfium.HEAPF32.subarray(at, at + 4)
    const width = Math.min(right, crop.right) - Math.max(left, crop.left)
    const height = Math.min(top, crop.top) - Math.max(bottom, crop.bottom)
    return Math.max(0, width) * Math.max(0, height)
  })
}
