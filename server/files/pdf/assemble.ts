import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '../../core/kernel/chain.ts'
import type { Blobs } from '../blobs.ts'
import type { ExportedCase, NotIncluded } from '../exported-case.ts'
import { cutParts } from './cut-parts.ts'
import { writeFrontMatter } from './front-matter.ts'
import { furnish, type LabelledPages } from './furniture.ts'
import { beginPdf } from './growing-pdf.ts'
import { oneLine } from './paper.ts'
import type { PdfWorkers } from './pdf-workers.ts'
import { openPlaceParts } from './place-parts.ts'

export type AssembledCase = { pages: number; notIncluded: NotIncluded[] }

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
  const parts = openPlaceParts({ whole, exported, pdf, folder, signal })
  const nodes: string[] = []
  const pages: string[] = []
  const labels: LabelledPages[] = []
  const starts = new Map<number, number>()

  for await (const part of cutParts(exported.documents, { blobs, pdf, folder, signal: stopping })) {
    const { placed, pieces } = await parts.placePart(part)
    for (const { documentIndex, startPage, pageCount } of pieces) {
      if (!starts.has(documentIndex)) starts.set(documentIndex, pages.length)
      labels.push({ pageIndex: pages.length, startPage })
      pages.push(...placed.pages.splice(0, pageCount))
    }
    nodes.push(placed.node)
    signal.throwIfAborted()
  }

  const notIncluded = parts.notIncluded()
  const frontPath = join(folder, 'front.pdf')
  const frontPages = await writeFrontMatter(frontPath, exported, notIncluded)
  const front = await parts.placeHarmless(frontPath)
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
}

/** From what the file shows, so that it is the same for the same content. */
function identifier(exported: ExportedCase): string {
  const { madeAt, ...rest } = exported
  const text = canonicalJson({ ...rest, madeAt: madeAt.toISOString() })
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
