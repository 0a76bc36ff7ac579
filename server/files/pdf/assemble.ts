import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '../blobs.ts'
import type { ExportedCase, NotIncluded } from '../exported-case.ts'
import { findSources, isOfTheFiles, mergePages, type PageSource, repairSources } from './case-sources.ts'
import { writeFrontMatter } from './front-matter.ts'
import { furnish, type PlacedAnnotation } from './furniture.ts'
import { readMergedFile } from './merged-file.ts'
import { oneLine } from './paper.ts'
import { writeWithObjects } from './pdf-objects.ts'
import type { PdfWorkers } from './pdf-workers.ts'
import { letterPage, type PageRange } from './pdfium-jobs.ts'
import { writePlaceholders } from './placeholders.ts'

export type AssembledCase = { pages: number; notIncluded: NotIncluded[] }

type Pages = { type: 'pages'; path: string } & PageRange

/** The file's parts in order: the front matter, then one part for each document. */
type Parts = { front: Pages; documents: Pages[]; notIncluded: NotIncluded[] }

/** Writes the whole case as one PDF: cover, contents, every document as arranged, all of it linked and labelled. */
export async function assembleCase(
  exported: ExportedCase,
  output: string,
  {
    blobs,
    pdf,
    scratchPath,
  }: { blobs: Pick<Blobs, 'localFile'>; pdf: PdfWorkers; scratchPath: () => string },
  signal?: AbortSignal,
): Promise<AssembledCase> {
  await using files = new AsyncDisposableStack()
  const folder = scratchPath()
  await mkdir(folder)
  files.defer(() => rm(folder, { recursive: true, force: true }))
  const merged = join(folder, 'merged.pdf')

  const merge = async (sources: readonly PageSource[]) => {
    const parts = await writeParts(exported, sources, folder)
    await mergePages(pdf, [parts.front, ...parts.documents], merged, { signal })
    return parts
  }
  const sources = await findSources(exported.documents, { blobs, pdf, files }, signal)
  const parts = await merge(sources).catch(async (error) => {
    if (!isOfTheFiles(error)) throw error
    return await merge(await repairSources(sources, { pdf, folder }, signal))
  })

  const starts = startsOf(parts)
  const annotations = await placeAnnotations(exported, parts, starts, pdf, signal)
  const annotatedPages = [...new Set(annotations.map(({ pageIndex }) => pageIndex))]
  const file = await readMergedFile(pdf, merged, annotatedPages, signal)
  const furniture = {
    title: `Case file ${oneLine(exported.docketNumber)}`,
    madeAt: exported.madeAt,
    documents: exported.documents.map(({ name, startPage }, index) => ({
      title: oneLine(name),
      startPage,
      pageIndex: starts[index]!,
    })),
    annotations,
  }
  await writeWithObjects(pdf, merged, furnish(file, furniture), output, signal)
  return { pages: file.pageReferences.length, notIncluded: parts.notIncluded }
}

async function writeParts(
  exported: ExportedCase,
  sources: readonly PageSource[],
  folder: string,
): Promise<Parts> {
  const frontPath = join(folder, 'front.pdf')
  const placeholdersPath = join(folder, 'placeholders.pdf')
  const left = exported.documents.flatMap((document, index) => {
    const source = sources[index]!
    return source.type === 'none' ? [{ document, reason: source.reason }] : []
  })
  const notIncluded = left.map(({ document, reason }) => ({ documentId: document.id, reason }))
  const frontPages = await writeFrontMatter(frontPath, exported, notIncluded)
  if (left.length > 0) await writePlaceholders(placeholdersPath, exported, left)
  let placeholders = 0
  const documents = sources.map((source): Pages => {
    if (source.type === 'pages') return source
    placeholders += 1
    return { type: 'pages', path: placeholdersPath, firstPage: placeholders, pageCount: 1 }
  })
  return {
    front: { type: 'pages', path: frontPath, firstPage: 1, pageCount: frontPages },
    documents,
    notIncluded,
  }
}

/** For each document, the place of its first page in the whole file, from 0. */
function startsOf({ front, documents }: Parts): number[] {
  let next = front.pageCount
  return documents.map(({ pageCount }) => {
    const start = next
    next += pageCount
    return start
  })
}

/** Annotations of a document that is not included stand on the page in its place. */
async function placeAnnotations(
  exported: ExportedCase,
  parts: Parts,
  starts: readonly number[],
  pdf: PdfWorkers,
  signal?: AbortSignal,
): Promise<PlacedAnnotation[]> {
  const anchors = exported.documents.flatMap(({ annotations = [], startPage }, index) => {
    const { path, firstPage, pageCount } = parts.documents[index]!
    return annotations.map((annotation) => {
      const offset = Math.min(Math.max(annotation.page - startPage, 0), pageCount - 1)
      return { annotation, pageIndex: starts[index]! + offset, path, page: firstPage + offset }
    })
  })
  const placed: PlacedAnnotation[] = []
  for (const [path, ofFile] of Map.groupBy(anchors, ({ path }) => path)) {
    const pages = ofFile.map(({ page }) => page)
    const cropBoxes = await pdf.cropBoxes(path, pages, { signal }).catch((error) => {
      if (isOfTheFiles(error)) return []
      throw error
    })
    ofFile.forEach(({ annotation, pageIndex }, at) => {
      placed.push({ annotation, pageIndex, cropBox: cropBoxes[at] ?? letterPage })
    })
  }
  return placed
}
