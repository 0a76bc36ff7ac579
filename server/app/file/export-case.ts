import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { usernameForParty } from '@portico/contract/audience'
import type { Content } from '@portico/contract/documents'
import type { EventType } from '@portico/contract/events'
import { anyReader, type Reader } from '../../core/file/reader.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { fullName } from '../../core/party/names.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { DerivedFiles, ProduceGrowingFile, ServedFile, StreamedFile } from '../../files/derived.ts'
import { openDocumentContents, storedFile } from '../../files/document-content.ts'
import { type ExportedCase, notIncludedReason } from '../../files/exported-case.ts'
import { assembleCase } from '../../files/pdf/assemble.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'
import { zipCase } from '../../files/zip-case.ts'
import { findCase } from '../../projections/cases.ts'
import { listAnnotations, listDocuments } from '../../projections/documents.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { countUnshown, lastOf } from '../../store/events/history.ts'
import { readChains, type StoredEvent } from '../../store/events/read.ts'
import { readHeads } from '../../store/events/stream.ts'
import { packEvents } from '../engine/present-events.ts'

export type ExportRequest = {
  format: 'pdf' | 'zip'
  annotations: boolean
  /** Whose annotations are included; by default, those visible to everyone who sees the case. */
  reader?: CaseReader
  signal: AbortSignal
}

/** `isUnchecked`: its content could not be checked, so no browser should open it. */
export type NamedFile = StreamedFile & { name: string; mediaType: string; isUnchecked?: boolean }

/** Downloads: one document, or the whole file of a case. */
export type CaseFiles = {
  /** Checks the files of a case for active content in advance, so that the first reader does not wait. */
  checkFiles(caseId: string, signal?: AbortSignal): Promise<void>
  documentFile(content: Content): Promise<ServedFile & { isUnchecked?: boolean }>
  exportCase(caseId: string, request: ExportRequest): Promise<NamedFile>
  /** As received. */
  original(sha256: string, bytes?: number): Promise<ServedFile>
}

/** Raise it whenever the export of an unchanged case changes. */
const exportVersion = 8

/** Events that change the pages of a case file, and so its date; visible annotations do so too. */
const pageEvents: readonly EventType[] = [
  'case.opened',
  'document.filed',
  'document.revised',
  'document.divided',
  'document.held',
  'document.admitted',
  'document.removed',
]

/**
 * An export is keyed by its content and dated by the newest of it, so a repeated request gets the same bytes from the
 * cache, whatever else has happened to the case.
 */
export function openCaseFiles(parts: {
  db: Database
  blobs: Blobs
  derived: DerivedFiles
  pdf: PdfWorkers
  /** Printed on every page that an export adds. */
  notice?: string
  clock: () => Date
}): CaseFiles {
  const { db, blobs, derived, pdf, notice, clock } = parts
  const contents = openDocumentContents({ blobs, derived, pdf })
  const { scratchPath } = derived

  return {
    original: (sha256, bytes) => storedFile(blobs, sha256, bytes),

    async documentFile(content) {
      // Could not be converted to PDF.
      if (content.mediaType !== 'application/pdf') throw new UnreadablePdf('damaged')
      return contents.file(content)
    },

    async checkFiles(caseId, signal) {
      const documents = await listDocuments(db, caseId, '')
      const byFile = Map.groupBy(documents, ({ content }) => content.sha256)
      for (const [document, ...others] of byFile.values()) {
        // A part of a larger file is cut and checked on demand.
        if (!document || others.length > 0 || document.content.mediaType !== 'application/pdf') continue
        await contents.file(document.content, signal).catch(notIncludedReason)
      }
    },

    async exportCase(caseId, { format, annotations, reader = anyReader, signal }) {
      const seen = await consistentRead(db, (tx) => readCase(tx, caseId, reader))
      if (!seen) throw new Refusal('notFound', 'There is no case with this id.')
      const { facts } = seen
      const lost = await lostOf(blobs, seen.documents)
      const named = {
        name: `${facts.docketNumber}.${format}`,
        mediaType: format === 'pdf' ? 'application/pdf' : 'application/zip',
      }
      if (format === 'pdf') {
        const exported = exportedCase(seen, annotations ? seen.annotations : [])
        const produce: ProduceGrowingFile = async (output, signal, grown) => {
          await assembleCase(exported, output, { blobs, pdf, scratchPath, grown }, signal)
        }
        return {
          ...(await derived.of(caseId).stream(nameOf('pdf', exported, lost), produce, signal)),
          ...named,
        }
      }
      const exported = exportedCase(seen, [])
      const { openedAt: _, text: __, ...manifest } = facts
      const details = {
        case: { ...manifest, version: seen.version },
        annotations: seen.annotations,
        events: () => packedEvents(db, caseId, seen.version, reader, clock()),
      }
      const { erased, restricted } = await countUnshown(db, caseId)
      const { id, teams, audience } = reader
      const today = dayOf(clock())
      // Representation changes by the day and decides whose records are shown.
      const own = audience === 'party' ? { reader: [id, teams, today] } : { reader: [id, teams] }
      const unshown = restricted > 0 || audience === 'party' ? { erased, ...own } : { erased }
      const content = {
        exported,
        annotations: seen.annotations,
        head: seen.head,
        audience,
        curates: reader.curates ?? false,
        ...unshown,
      }
      const produce: ProduceGrowingFile = (output, signal, grown) =>
        writeGrowing(zipCase(exported, details, { contents, blobs, scratchPath }), output, signal, grown)
      return { ...(await derived.of(caseId).stream(nameOf('zip', content, lost), produce, signal)), ...named }
    },
  }

  function exportedCase(
    { facts, pagesChangedAt, documents }: SeenCase,
    annotations: SeenCase['annotations'],
  ): ExportedCase {
    const moments = [pagesChangedAt, ...annotations.map(({ createdAt }) => createdAt)]
    const ofDocument = Map.groupBy(annotations, ({ documentId }) => documentId)
    return {
      docketNumber: facts.docketNumber,
      veteranName: fullName(facts.veteran),
      madeAt: new Date(moments.toSorted().at(-1)!),
      ...(notice ? { notice } : {}),
      documents: documents.map(({ tags: _, read: __, position: ___, ...document }) => ({
        ...document,
        annotations: ofDocument.get(document.id) ?? [],
      })),
    }
  }
}

const lookAtOnce = 16

/**
 * Files that cannot be included now: an export without them gets another key, so that it is not taken for the whole
 * later.
 */
async function lostOf(blobs: Blobs, documents: SeenCase['documents']): Promise<string[]> {
  const named = documents.flatMap(({ content, original }) => (original ? [content, original] : [content]))
  const waiting = new Map(named.map(({ sha256, bytes }) => [sha256, bytes])).entries()
  const lost: string[] = []
  const look = async () => {
    for (const [sha256, bytes] of waiting) {
      const found = await blobs.stat(sha256, bytes).catch((error) => {
        notIncludedReason(error)
      })
      if (!found) lost.push(sha256)
    }
  }
  await Promise.all(Array.from({ length: lookAtOnce }, look))
  return lost.toSorted()
}

function nameOf(format: string, content: unknown, lost: readonly string[]): string {
  const all = lost.length > 0 ? { content, lost } : content
  const hash = createHash('sha256').update(canonicalJson(JSON.parse(JSON.stringify(all))))
  return `export ${exportVersion} ${format} ${hash.digest('hex')}`
}

async function writeGrowing(
  source: AsyncIterable<Buffer>,
  output: string,
  signal: AbortSignal,
  grown: (bytes: number) => void,
): Promise<void> {
  await using file = await open(output, 'w')
  let length = 0
  for await (const chunk of source) {
    signal.throwIfAborted()
    await file.writeFile(chunk)
    length += chunk.length
    grown(length)
  }
}

type SeenCase = NonNullable<Awaited<ReturnType<typeof readCase>>>

/** Everything an export depends on, read consistently; events up to a version change only by erasure. */
async function readCase(tx: Queryable, caseId: string, reader: Reader) {
  const [head] = await readHeads(tx, caseId)
  const facts = await findCase(tx, caseId, reader.concealed)
  const pagesChangedAt = (await lastOf(tx, caseId, pageEvents, reader.concealed))?.recordedAt
  if (!facts || !head || !pagesChangedAt) return undefined
  const documents = await listDocuments(tx, caseId, '', 'staff', reader.concealed)
  const listed = new Set(documents.map(({ id }) => id))
  const annotations = await listAnnotations(tx, caseId, { reader })
  return {
    version: head.version,
    head: head.hash.toString('hex'),
    pagesChangedAt,
    facts,
    documents,
    annotations: annotations
      .filter(({ documentId }) => listed.has(documentId))
      .map((annotation) => (reader.audience === 'party' ? forParty(annotation, reader) : annotation)),
  }
}

const forParty = <Annotation extends { createdBy: string }>(annotation: Annotation, reader: Reader) => ({
  ...annotation,
  createdBy: usernameForParty(annotation.createdBy, reader),
})

/** With the hash of the data, so that the chain can be verified without it. */
export async function* packedEvents(
  db: Queryable,
  caseId: string,
  version: number,
  reader: CaseReader,
  now: Date,
  isProof?: (event: StoredEvent) => boolean,
) {
  const today = dayOf(now)
  for await (const page of readChains(db, caseId)) {
    const meant = page.filter(({ sequence }) => sequence <= version)
    yield await packEvents(db, meant, reader, today, isProof)
  }
}
