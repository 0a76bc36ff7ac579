import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExportedCase, type NotIncludedReason, notIncludedReason } from '../exported-case.ts'
import { letterPage } from './crop-box.ts'
import type { Part, Piece } from './cut-parts.ts'
import { noteOn } from './furniture.ts'
import type { beginPdf, PlacedPart } from './growing-pdf.ts'
import type { PdfWorkers } from './pdf-workers.ts'
import type { PlacePages } from './place-pages.ts'
import { writePlaceholders } from './placeholders.ts'

type PlacedPieces = { placed: PlacedPart; pieces: Piece[] }

/** Places the parts of a case in the whole; where one cannot be included, a page stands in its place and says why. */
export function openPlaceParts({
  whole,
  exported,
  pdf,
  folder,
  signal,
}: {
  whole: Awaited<ReturnType<typeof beginPdf>>
  exported: ExportedCase
  pdf: PdfWorkers
  folder: string
  signal: AbortSignal
}) {
  const reasons = new Map<string, NotIncludedReason>()

  async function placePart(part: Part): Promise<PlacedPieces> {
    if (part.type === 'none') return await placePlaceholders([part.piece], part.reason)
    const { path, pieces } = part
    try {
      const annotations = await annotationsOn(path, pieces)
      let placed = await whole.place(path, { annotations, isHarmless: false, signal })
      if (placed === 'active') placed = await placeHarmless(await defused(path), annotations)
      return { placed, pieces }
    } catch (error) {
      return await placePlaceholders(pieces, notIncludedReason(error))
    } finally {
      await rm(path, { force: true })
    }
  }

  /** What is active is taken out; PDFium then writes the rest in the plain form that parts have. */
  async function defused(path: string): Promise<string> {
    const output = `${path}.defused`
    if ((await pdf.defuse(path, output, { signal })) === 'harmless') return path
    const pageCount = await pdf.pageCount(output, { signal })
    await pdf.slice(output, { firstPage: 1, pageCount }, path, { signal })
    await rm(output)
    return path
  }

  async function placeHarmless(path: string, annotations: PlacePages['annotations'] = []) {
    const placed = await whole.place(path, { annotations, isHarmless: true, signal })
    if (placed === 'active') throw new Error('What was said to be harmless was not placed.')
    return placed
  }

  /** One page for each piece, and the annotations of all its pages on it. */
  async function placePlaceholders(
    pieces: readonly Piece[],
    reason: NotIncludedReason,
  ): Promise<PlacedPieces> {
    const path = join(folder, 'placeholders.pdf')
    const documents = pieces.map(({ documentIndex, startPage, pageCount }) => {
      const document = exported.documents[documentIndex]!
      reasons.set(document.id, reason)
      return { document: { ...document, startPage, endPage: startPage + pageCount - 1 }, reason }
    })
    await writePlaceholders(path, exported, documents)
    const annotations = pieces.flatMap((piece, page) =>
      annotationsOf(piece).map((annotation) => ({ page, annotation: noteOn(letterPage, annotation) })),
    )
    const placed = await placeHarmless(path, annotations)
    return { placed, pieces: pieces.map((piece) => ({ ...piece, pageCount: 1 })) }
  }

  async function annotationsOn(path: string, pieces: readonly Piece[]) {
    let before = 0
    const anchored = pieces.flatMap((piece) => {
      const start = before
      before += piece.pageCount
      return annotationsOf(piece).map((annotation) => ({
        annotation,
        page: start + annotation.page - piece.startPage,
      }))
    })
    if (anchored.length === 0) return []
    const cropBoxes = await pdf.cropBoxes(
      path,
      anchored.map(({ page }) => page + 1),
      { signal },
    )
    return anchored.map(({ annotation, page }, index) => ({
      page,
      annotation: noteOn(cropBoxes[index] ?? letterPage, annotation),
    }))
  }

  /** One that lost its place when its document was revised has none here. */
  function annotationsOf({ documentIndex, startPage, pageCount }: Piece) {
    const { annotations = [] } = exported.documents[documentIndex]!
    return annotations.filter(
      ({ page, orphaned }) => !orphaned && page >= startPage && page < startPage + pageCount,
    )
  }

  return {
    placePart,
    placeHarmless,

    notIncluded: () =>
      exported.documents.flatMap(({ id }) => {
        const reason = reasons.get(id)
        return reason ? [{ documentId: id, reason }] : []
      }),
  }
}
