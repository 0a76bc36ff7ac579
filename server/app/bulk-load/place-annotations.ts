import type { Content } from '@portico/contract/documents'
import type { ManifestRow } from '@portico/contract/manifest'
import type { Box } from '@portico/contract/marks'
import { areFractions, boxOn, type PageShape, placeOn } from '../../core/file/page-units.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'

/** What an annotation marks, as parts of its page. */
export type PageMarks = { x?: number; y?: number; rects?: Box[] }

/** Undefined where the document that it was measured on is not at hand. */
export type PlaceAnnotation = (
  row: ManifestRow<'annotation'>,
  contentOfDocument: () => Promise<Content | undefined>,
) => Promise<PageMarks | undefined>

const mostShapes = 10_000

/** Converts what another system measured on a page; pages are looked into only where the units need it. */
export function createPlaceAnnotation({ blobs, pdf }: { blobs: Blobs; pdf: PdfWorkers }): PlaceAnnotation {
  const shapes = new Map<string, PageShape>()

  return async (row, contentOfDocument) => {
    const { x, y, rects, units = {} } = row
    if ((x === undefined) !== (y === undefined))
      throw new Refusal('invalid', 'x and y must be given together.')
    if (x === undefined && !rects) return {}
    const content = areFractions(units) ? undefined : await contentOfDocument()
    if (!content && !areFractions(units)) return undefined
    const shape = content ? await shapeOf(content, row.page) : onlyFractions
    return {
      ...(x === undefined || y === undefined ? {} : placeOn(shape, units, { x, y })),
      ...(rects ? { rects: rects.map((rect) => boxOn(shape, units, rect)) } : {}),
    }
  }

  async function shapeOf(content: Content, page: number): Promise<PageShape> {
    if (page > content.pageCount)
      throw new Refusal('invalid', `There is no page ${page} in the document: it has ${content.pageCount}.`)
    const inFile = content.firstPage + page - 1
    const key = `${content.sha256} ${inFile}`
    const known = shapes.get(key)
    if (known) return known
    try {
      await using file = await blobs.localFile(content.sha256)
      const [[box], [rotation]] = await Promise.all([
        pdf.cropBoxes(file.path, [inFile]),
        pdf.rotations(file.path, [inFile]),
      ])
      if (!box || !rotation) throw new UnreadablePdf('damaged')
      const shape = { width: box.right - box.left, height: box.top - box.bottom, rotation: rotation.degrees }
      if (shapes.size >= mostShapes) shapes.clear()
      shapes.set(key, shape)
      return shape
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error
      throw new Refusal(
        'invalid',
        'The document cannot be read, so a place on its page can only be given in fractions.',
      )
    }
  }
}

const onlyFractions: PageShape = { width: 1, height: 1, rotation: 0 }
