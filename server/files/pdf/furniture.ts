import type { Annotation } from '@portico/contract/appeals'
import { destinationOf } from './front-matter.ts'
import type { MergedFile } from './merged-file.ts'
import type { PdfDictionary, PdfObjects, PdfValue } from './pdf-objects.ts'
import type { CropBox } from './pdfium-jobs.ts'

export type PlacedDocument = { title: string; pageIndex: number; startPage: number }
export type PlacedAnnotation = { annotation: Annotation; pageIndex: number; cropBox: CropBox }

export type Furniture = {
  title: string
  madeAt: Date
  documents: readonly PlacedDocument[]
  annotations: readonly PlacedAnnotation[]
}

/** All that is added to a merged file: outline, page labels, destinations, annotations, title. */
export function furnish(file: MergedFile, furniture: Furniture): PdfObjects {
  const objects: PdfObjects = new Map()
  let lastId = file.maxObjectId
  const add = (value: PdfValue): string => {
    lastId += 1
    objects.set(`${lastId} 0 R`, value)
    return `${lastId} 0 R`
  }
  const pageAt = (index: number): string => {
    const reference = file.pageReferences[index]
    if (!reference) throw new Error(`The merged file has no page ${index + 1}.`)
    return reference
  }
  const topOf = (index: number): PdfValue => [pageAt(index), '/XYZ', null, null, null]

  const outlines = outline(
    furniture.documents.map(({ title, pageIndex }) => ({ title, destination: topOf(pageIndex) })),
    add,
  )
  objects.set(file.catalogReference, {
    ...file.catalog,
    '/PageLabels': { '/Nums': pageLabels(furniture.documents) },
    '/Names': { '/Dests': { '/Names': destinations(furniture.documents, topOf) } },
    '/PageMode': '/UseOutlines',
    '/ViewerPreferences': { '/DisplayDocTitle': true },
    ...(outlines && { '/Outlines': outlines }),
  })
  for (const [pageIndex, placed] of Map.groupBy(furniture.annotations, ({ pageIndex }) => pageIndex)) {
    const { dictionary, annots } = file.pages.get(pageIndex)!
    const added = placed.map((annotation) => add(stickyNote(annotation, pageAt(pageIndex))))
    objects.set(pageAt(pageIndex), { ...dictionary, '/Annots': [...annots, ...added] })
  }
  const info = add({
    '/Title': `u:${furniture.title}`,
    '/Producer': 'u:Portico',
    '/CreationDate': pdfDate(furniture.madeAt),
  })
  objects.set('trailer', { ...file.trailer, '/Info': info })
  return objects
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
function pageLabels(documents: readonly PlacedDocument[]): PdfValue[] {
  return [
    0,
    { '/S': '/r' },
    ...documents.flatMap(({ pageIndex, startPage }) => [pageIndex, { '/S': '/D', '/St': startPage }]),
  ]
}

function destinations(documents: readonly PlacedDocument[], topOf: (index: number) => PdfValue): PdfValue[] {
  return documents.flatMap(({ pageIndex }, index) => [`u:${destinationOf(index)}`, topOf(pageIndex)])
}

const noteSize = 20
const printed = 4
const notZoomed = 8
const notRotated = 16

function stickyNote({ annotation, cropBox }: PlacedAnnotation, page: string): PdfDictionary {
  const left = cropBox.left + (annotation.x ?? 0) * (cropBox.right - cropBox.left)
  const top = cropBox.top - (annotation.y ?? 0) * (cropBox.top - cropBox.bottom)
  return {
    '/Type': '/Annot',
    '/Subtype': '/Text',
    '/Name': '/Comment',
    '/Rect': [left, top - noteSize, left + noteSize, top].map(rounded),
    '/P': page,
    '/NM': `u:${annotation.id}`,
    '/T': `u:${annotation.createdBy}`,
    '/Contents': `u:${annotation.comment ?? ''}`,
    ...(annotation.relevantDate && { '/Subj': `u:Relevant date: ${annotation.relevantDate}` }),
    '/CreationDate': pdfDate(new Date(annotation.createdAt)),
    '/M': pdfDate(new Date(annotation.createdAt)),
    '/C': [1, 0.82, 0.2],
    '/F': printed + notZoomed + notRotated,
  }
}

const rounded = (points: number) => Math.round(points * 1000) / 1000

function pdfDate(date: Date): string {
  return `u:D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
}
