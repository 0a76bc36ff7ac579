import { readFile, rm } from 'node:fs/promises'
import type { Blobs } from './blobs.ts'
import type { ServedFile } from './derived.ts'
import type { DocumentContents } from './document-content.ts'
import {
  type ExportedCase,
  type ExportedDocument,
  type NotIncludedReason,
  notIncludedReason,
} from './exported-case.ts'
import { writePlaceholders } from './pdf/placeholders.ts'
import { type AddFile, fileName, jsonFile, linesFile, type PackedFile, sealedZip } from './sealed-zip.ts'

export type PackedDocument = Omit<ExportedDocument, 'annotations' | 'original'> &
  PackedFile & { notIncluded?: NotIncludedReason; original?: PackedFile & { mediaType: string } }

/** `manifest.json`, the last file of the package. */
export type Manifest = {
  format: 'portico-case-file'
  version: 2
  case: { id: string; version: number }
  docketNumber: string
  veteranName: string
  madeAt: string
  notice?: string
  documents: PackedDocument[]
  annotations: PackedFile & { count: number }
  events: PackedFile & { count: number }
}

export type PackageDetails = {
  case: { id: string; version: number }
  annotations: readonly object[]
  /** Page by page, all up to the version of the case. */
  events: () => AsyncIterable<readonly object[]>
}

/** How many documents are cut out of their blobs while one before them is packed. */
const cutAhead = 3

/**
 * The case as a ZIP: one PDF for each document as arranged, with the bytes as they came in where it was made from
 * others; annotations, events, and a manifest with the hash of each file.
 */
export async function* zipCase(
  exported: ExportedCase,
  { case: facts, annotations, events }: PackageDetails,
  { contents, blobs, scratchPath }: { contents: DocumentContents; blobs: Blobs; scratchPath: () => string },
): AsyncGenerator<Buffer, void, undefined> {
  const leaving = new AbortController()
  const documents: PackedDocument[] = []

  const prepared = new Map<number, Promise<ServedFile>>()
  function prepare(index: number): Promise<ServedFile> | undefined {
    const content = exported.documents[index]?.content
    const known = prepared.get(index)
    if (!content || known) return known
    const preparing = contents.pageCount(content.sha256).then(() => contents.file(content, leaving.signal))
    preparing.catch(() => {})
    prepared.set(index, preparing)
    return preparing
  }

  const fill = async (add: AddFile) => {
    for (const [index, document] of exported.documents.entries()) {
      const { annotations: _, original, ...said } = document
      let notIncluded: NotIncludedReason | undefined
      const open = async () => {
        try {
          for (let ahead = 1; ahead <= cutAhead; ahead++) prepare(index + ahead)
          const served = await prepare(index)
          prepared.delete(index)
          return await served!.open()
        } catch (error) {
          notIncluded = notIncludedReason(error)
          return placeholder(document, notIncluded)
        }
      }
      add(fileName(index, exported.documents.length, document.name), open, (packed) => {
        documents.push({ ...packed, ...(notIncluded ? { notIncluded } : {}), ...said })
      })
      if (!original || !(await blobs.has(original.sha256))) continue
      const { mediaType, sha256 } = original
      const name = fileName(index, exported.documents.length, document.name, extensionOf(mediaType))
      add(
        `originals/${name}`,
        async () => (await blobs.open(sha256)).stream,
        (packed) => Object.assign(documents.at(-1)!, { original: { ...packed, mediaType } }),
      )
    }
    let packedAnnotations: PackedFile | undefined
    add(
      'annotations.json',
      async () => jsonFile(annotations),
      (packed) => {
        packedAnnotations = packed
      },
    )
    let packedEvents: PackedFile | undefined
    let eventCount = 0
    const countedEvents = async function* () {
      for await (const page of events()) {
        eventCount += page.length
        yield page
      }
    }
    add(
      'events.ndjson',
      async () => linesFile(countedEvents()),
      (packed) => {
        packedEvents = packed
      },
    )
    const manifest = (): Manifest => ({
      format: 'portico-case-file',
      version: 2,
      case: facts,
      docketNumber: exported.docketNumber,
      veteranName: exported.veteranName,
      madeAt: exported.madeAt.toISOString(),
      ...(exported.notice ? { notice: exported.notice } : {}),
      documents,
      annotations: { ...packedAnnotations!, count: annotations.length },
      events: { ...packedEvents!, count: eventCount },
    })
    add('manifest.json', async () => jsonFile(manifest(), 2))
  }
  try {
    yield* sealedZip(exported.madeAt, fill)
  } finally {
    leaving.abort()
  }

  async function* placeholder(document: ExportedDocument, reason: NotIncludedReason) {
    const path = scratchPath()
    await writePlaceholders(path, exported, [{ document, reason }])
    yield await readFile(path).finally(() => rm(path, { force: true }))
  }
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

function extensionOf(mediaType: string): string {
  return extensions[mediaType] ?? 'bin'
}
