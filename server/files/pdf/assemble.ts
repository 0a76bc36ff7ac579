import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '../../core/kernel/chain.ts'
import type { Blobs } from '../blobs.ts'
import {
  type ExportedCase,
  type NotIncluded,
  type NotIncludedReason,
  notIncludedReason,
} from '../exported-case.ts'
import { letterPage } from './crop-box.ts'
import { cutParts, type Part, type Piece } from './cut-parts.ts'
import { writeFrontMatter } from './front-matter.ts'
import { furnish, type LabelledPages, noteOn } from './furniture.ts'
import { beginPdf, type PlacedPart } from './growing-pdf.ts'
import { oneLine } from './paper.ts'
import type { PdfWorkers } from './pdf-workers.ts'
import type { PlacePages } from './place-pages.ts'
import { writePlaceholders } from './placeholders.ts'

export type AssembledCase = { pages: number; notIncluded: NotIncluded[] }

type PlacedPieces = { placed: PlacedPart; pieces: Piece[] }

export type AssembleParts = {
  blobs: Pick<Blobs, 'localFile'>
  pdf: PdfWorkers
  scratchPath: () => string
  /** Told how many bytes of the output are there, and final. */
  grown?: (bytes: number) => void
}

/**
 * Writes the whole case as one PDF: cover, contents, every document as arranged, all of it linked and labelled. Bytes
 * that are written stay as they are, so that they can be sent while the rest is made. What could not be included is
 * known only at the end, and so cover and contents stand there in the file, though they are read first.
 */
export async function assembleCase(
  exported: ExportedCase,
  output: string,
  { blobs, pdf, scratchPath, grown = () => {} }: AssembleParts,
  signal: AbortSignal = new AbortController().signal,
): Promise<AssembledCase> {
  await using files = new AsyncDisposableStack()
  const folder = scratchPath()
  await mkdir(folder)
  files.defer(() => rm(folder, { recursive: true, force: true }))
  const stopped = new AbortController()
  files.defer(() => stopped.abort())
  const stopping = AbortSignal.any([signal, stopped.signal])

  const whole = await beginPdf(output, { pdf, grown })
  const nodes: string[] = []
  const pages: string[] = []
  const labels: LabelledPages[] = []
  const starts = new Map<number, number>()
  const reasons = new Map<string, NotIncludedReason>()

  for await (const part of cutParts(exported.documents, { blobs, pdf, folder, signal: stopping })) {
    const { placed, pieces } = await placePart(part)
    for (const { documentIndex, startPage, pageCount } of pieces) {
      if (!starts.has(documentIndex)) starts.set(documentIndex, pages.length)
      labels.push({ pageIndex: pages.length, startPage })
      pages.push(...placed.pages.splice(0, pageCount))
    }
    nodes.push(placed.node)
    signal.throwIfAborted()
  }

  const notIncluded = exported.documents.flatMap(({ id }) => {
    const reason = reasons.get(id)
    return reason ? [{ documentId: id, reason }] : []
  })
  const frontPath = join(folder, 'front.pdf')
  const frontPages = await writeFrontMatter(frontPath, exported, notIncluded)
  const front = await placeHarmless(frontPath)
  const pageReferences = [...front.pages, ...pages]
  const { catalog, info } = furnish(whole.add, {
    title: `Case file ${oneLine(exported.docketNumber)}`,
    madeAt: exported.madeAt,
    pageReferences,
    labels: labels.map((label) => ({ ...label, pageIndex: label.pageIndex + frontPages })),
    documents: exported.documents.map(({ name }, index) => ({
      title: oneLine(name),
      pageIndex: starts.get(index)! + frontPages,
    })),
  })
  const pageCount = pageReferences.length
  await whole.finish({ nodes: [front.node, ...nodes], pageCount, catalog, info, id: identifier(exported) })
  return { pages: pageCount, notIncluded }

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
}

/** From what the file shows, so that it is the same for the same content. */
function identifier(exported: ExportedCase): string {
  const { madeAt, ...rest } = exported
  const text = canonicalJson({ ...rest, madeAt: madeAt.toISOString() })
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
