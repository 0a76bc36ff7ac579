import { type PdfDictionary, type PdfObjects, type PdfValue, readObjects } from './pdf-objects.ts'
import type { PdfWorkers } from './pdf-workers.ts'

/** A merged file before anything leads through it. */
export type MergedFile = {
  maxObjectId: number
  trailer: PdfDictionary
  catalogReference: string
  catalog: PdfDictionary
  pageReferences: readonly string[]
  /** The pages that were asked for, by their place from 0. */
  pages: ReadonlyMap<number, MergedPage>
}

export type MergedPage = { dictionary: PdfDictionary; annots: readonly PdfValue[] }

export async function readMergedFile(
  pdf: PdfWorkers,
  path: string,
  pageIndexes: readonly number[],
  signal?: AbortSignal,
): Promise<MergedFile> {
  const known: PdfObjects = new Map()
  let maxObjectId = 0
  async function read(references: readonly string[]): Promise<PdfValue[]> {
    const unknown = references.filter((reference) => !known.has(reference))
    if (unknown.length > 0) {
      const found = await readObjects(pdf, path, unknown, signal)
      maxObjectId = found.maxObjectId
      for (const [reference, value] of found.objects) known.set(reference, value)
    }
    return references.map((reference) => known.get(reference) ?? null)
  }
  const dictionary = async (reference: string) => (await read([reference]))[0] as PdfDictionary

  // qpdf numbers the catalog, the page tree and then the pages; where this holds, one reading is enough.
  await read(['trailer', '1 0 R', '2 0 R', ...pageIndexes.map((index) => `${index + 3} 0 R`)])
  const trailer = await dictionary('trailer')
  const catalogReference = trailer['/Root'] as string
  const catalog = await dictionary(catalogReference)
  const tree = await dictionary(catalog['/Pages'] as string)
  const pageReferences = tree['/Kids'] as string[]
  if (pageReferences.length !== tree['/Count'])
    throw new Error('The merged file does not list its pages in one place.')

  const dictionaries = (await read(pageIndexes.map((index) => pageReferences[index]!))) as PdfDictionary[]
  await read(dictionaries.map((page) => page['/Annots']).filter((annots) => typeof annots === 'string'))
  const pages = dictionaries.map((page, at) => {
    const own = page['/Annots']
    const annots = typeof own === 'string' ? known.get(own) : own
    return [pageIndexes[at]!, { dictionary: page, annots: Array.isArray(annots) ? annots : [] }] as const
  })
  return { maxObjectId, trailer, catalogReference, catalog, pageReferences, pages: new Map(pages) }
}
