import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Content } from '@portico/contract/events'
import { Refusal } from '../core/kernel.ts'
import type { Blobs } from '../files/blobs.ts'
import type { DerivedFiles, ServedFile } from '../files/derived.ts'
import { openDocumentContents } from '../files/document-content.ts'
import type { ExportedCase } from '../files/exported-case.ts'
import { assembleCase } from '../files/pdf/assemble.ts'
import type { PdfWorkers } from '../files/pdf/pdf-workers.ts'
import { zipCase } from '../files/zip-case.ts'
import { findCase } from '../projections/cases.ts'
import { listAnnotations, listDocuments } from '../projections/documents.ts'
import type { Database, Queryable } from '../store/db.ts'
import { presentEvent, readChains, versionAsOf } from '../store/events.ts'
import { atOneMoment } from '../store/one-moment.ts'

export type ExportRequest = { format: 'pdf' | 'zip'; annotations: boolean; signal: AbortSignal }

/** `isUnchecked`: nobody can tell what is in it, so that no browser is to open it. */
export type NamedFile = ServedFile & { name: string; mediaType: string; isUnchecked?: boolean }

/** What leaves the service as bytes: one document, or the whole file of a case. */
export type CaseExport = {
  documentFile(content: Content): Promise<ServedFile & { isUnchecked?: boolean }>
  exportCase(caseId: string, request: ExportRequest): Promise<NamedFile>
}

/** To be raised whenever an export comes out otherwise than before for the same case. */
const exportVersion = 3

/**
 * An export is named by the version of the case that it shows and dated by its last event, so that asking again
 * gives the same bytes, and gives them from the cache.
 */
export function createExportCase(parts: {
  db: Database
  blobs: Blobs
  derived: DerivedFiles
  pdf: PdfWorkers
  /** Printed on every page that an export adds. */
  notice?: string
}): CaseExport {
  const { db, blobs, derived, pdf, notice } = parts
  const contents = openDocumentContents({ blobs, derived, pdf })

  return {
    documentFile: (content) => contents.file(content),

    async exportCase(caseId, { format, annotations, signal }) {
      const seen = await atOneMoment(db, (tx) => readCase(tx, caseId, { withEvents: format === 'zip' }))
      if (!seen) throw new Refusal('notFound', 'There is no case with this id.')
      const name = `export ${exportVersion} ${format} ${caseId} ${seen.version} ${annotations ? 'annotated' : 'plain'}`
      const file = await derived.file(
        name,
        async (output, signal) => {
          const exported = exportedCase(seen, annotations)
          const { scratchPath } = derived
          if (format === 'pdf') {
            await assembleCase(exported, output, { blobs: contents.safe, pdf, scratchPath }, signal)
            return
          }
          const { openedAt: _, text: __, ...manifest } = seen.facts
          const details = { case: manifest, annotations: seen.annotations, events: seen.events }
          await pipeline(zipCase(exported, details, { contents, scratchPath }), createWriteStream(output), {
            signal,
          })
        },
        signal,
      )
      const mediaType = format === 'pdf' ? 'application/pdf' : 'application/zip'
      return { ...file, mediaType, name: `${seen.facts.docketNumber}.${format}` }
    },
  }

  function exportedCase(seen: SeenCase, withAnnotations: boolean): ExportedCase {
    const { facts, madeAt, documents } = seen
    const annotations = withAnnotations ? seen.annotations : []
    const { firstName, middleName, lastName } = facts.veteran
    return {
      docketNumber: facts.docketNumber,
      veteranName: [firstName, middleName, lastName].filter(Boolean).join(' '),
      madeAt,
      ...(notice ? { notice } : {}),
      documents: documents.map(({ tags: _, read: __, position: ___, ...document }) => ({
        ...document,
        annotations: annotations.filter(({ documentId }) => documentId === document.id),
      })),
    }
  }
}

type SeenCase = NonNullable<Awaited<ReturnType<typeof readCase>>>

/** All of it before a byte is made: a file made anew later shows the same version. */
async function readCase(tx: Queryable, caseId: string, { withEvents }: { withEvents: boolean }) {
  const last = await versionAsOf(tx, caseId, {})
  const facts = await findCase(tx, caseId)
  if (!facts || !last) return undefined
  return {
    version: last.version,
    madeAt: new Date(last.at),
    facts,
    documents: await listDocuments(tx, caseId, ''),
    annotations: await listAnnotations(tx, caseId),
    events: withEvents ? (await Array.fromAsync(readChains(tx, caseId))).flat().map(presentEvent) : [],
  }
}
