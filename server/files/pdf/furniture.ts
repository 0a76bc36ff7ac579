import type { Annotation } from '@portico/contract/documents'
import { digitsOf } from '../../core/time/moments.ts'
import type { CropBox } from './crop-box.ts'
import { destinationOf } from './front-matter.ts'
import type { PdfDictionary, PdfValue } from './pdf-syntax.ts'

/** From this page of the file on, the pages are those of the case from `startPage` on. */
export type LabelledPages = { pageIndex: number; startPage: number }

export type Furniture = {
  title: string
  madeAt: Date
  pageReferences: readonly string[]
  labels: readonly LabelledPages[]
  documents: readonly { title: string; pageIndex: number }[]
}

/** All that leads through a file: outline, page labels, destinations, title. */
export function furnish(
  add: (value: PdfValue) => string,
  { title, madeAt, pageReferences, labels, documents }: Furniture,
): { catalog: PdfDictionary; info: string } {
  const topOf = (index: number): PdfValue => {
    const reference = pageReferences[index]
    if (!reference) throw new Error(`The file has no page ${index + 1}.`)
    return [reference, '/XYZ', null, null, null]
  }
  const outlines = outline(
    documents.map(({ title, pageIndex }) => ({ title, destination: topOf(pageIndex) })),
    add,
  )
  const catalog = {
    '/PageLabels': add({ '/Nums': pageLabels(labels) }),
    '/Names': { '/Dests': add({ '/Names': destinations(documents, topOf) }) },
    '/PageMode': '/UseOutlines',
    '/ViewerPreferences': { '/DisplayDocTitle': true },
    ...(outlines && { '/Outlines': outlines }),
  }
  const info = add({
    '/Title': `u:${title}`,
    '/Producer': 'u:Portico',
    '/CreationDate': pdfDate(madeAt),
  })
  return { catalog, info }
}

type OutlineItem = { title: string; destination: PdfValue }

function outline(items: readonly OutlineItem[], add: (value: PdfValue) => string): string | undefined {
  if (items.length === 0) return undefined
  const root: PdfDictionary = { '/Type': '/Outlines', '/Count': items.length }
  const rootReference = add(root)
  const entries = items.map(
    ({ title, destination }): PdfDictionary => ({
      '/Title': `u:${title}`,
      '/Parent': rootReference,
      '/Dest': destination,
    }),
  )
  // Added first and linked after: what is added is written at the end.
  const references = entries.map(add)
  entries.forEach((entry, index) => {
    const previous = references[index - 1]
    const next = references[index + 1]
    if (previous) entry['/Prev'] = previous
    if (next) entry['/Next'] = next
  })
  root['/First'] = references.at(0)!
  root['/Last'] = references.at(-1)!
  return rootReference
}

/** Roman before the first document, then each document's own case pages. */
function pageLabels(labels: readonly LabelledPages[]): PdfValue[] {
  return [
    0,
    { '/S': '/r' },
    ...labels.flatMap(({ pageIndex, startPage }) => [pageIndex, { '/S': '/D', '/St': startPage }]),
  ]
}

function destinations(documents: Furniture['documents'], topOf: (index: number) => PdfValue): PdfValue[] {
  return documents.flatMap(({ pageIndex }, index) => [`u:${destinationOf(index)}`, topOf(pageIndex)])
}

const noteSize = 20
const printed = 4
const notZoomed = 8
const notRotated = 16
const yellow = [1, 0.82, 0.2]

/**
 * An annotation as PDF has it: what it marks is highlighted where words are quoted, or framed where it is an area;
 * without a mark it is a note at its place.
 */
export function noteOn(cropBox: CropBox, annotation: Annotation): PdfDictionary {
  const createdAt = pdfDate(new Date(annotation.createdAt))
  return {
    '/Type': '/Annot',
    ...markOn(cropBox, annotation),
    '/NM': `u:${annotation.id}`,
    '/T': `u:${annotation.createdBy}`,
    '/Contents': `u:${annotation.comment ?? ''}`,
    ...(annotation.relevantDate && { '/Subj': `u:Relevant date: ${annotation.relevantDate}` }),
    '/CreationDate': createdAt,
    '/M': createdAt,
    '/C': yellow,
  }
}

function markOn(cropBox: CropBox, { x = 0, y = 0, rects = [], quote }: Annotation): PdfDictionary {
  const across = (share: number) => rounded(cropBox.left + share * (cropBox.right - cropBox.left))
  const down = (share: number) => rounded(cropBox.top - share * (cropBox.top - cropBox.bottom))
  if (rects.length === 0) {
    const [left, top] = [across(x), down(y)]
    const rect = [left, rounded(top - noteSize), rounded(left + noteSize), top]
    const flags = printed + notZoomed + notRotated
    return { '/Subtype': '/Text', '/Name': '/Comment', '/Rect': rect, '/F': flags }
  }
  const boxes = rects.map(({ left, top, right, bottom }) => ({
    left: across(left),
    right: across(right),
    top: down(top),
    bottom: down(bottom),
  }))
  const rect = [
    Math.min(...boxes.map(({ left }) => left)),
    Math.min(...boxes.map(({ bottom }) => bottom)),
    Math.max(...boxes.map(({ right }) => right)),
    Math.max(...boxes.map(({ top }) => top)),
  ]
  if (quote === undefined && rects.length === 1)
    return { '/Subtype': '/Square', '/Rect': rect, '/F': printed, '/BS': { '/W': 2 } }
  const corners = boxes.flatMap(({ left, top, right, bottom }) => [
    ...[left, top, right, top],
    ...[left, bottom, right, bottom],
  ])
  return { '/Subtype': '/Highlight', '/Rect': rect, '/QuadPoints': corners, '/F': printed }
}

const rounded = (points: number) => Math.round(points * 1000) / 1000

function pdfDate(date: Date): string {
  return `u:D:${digitsOf(date)}Z`
}
