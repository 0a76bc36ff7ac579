import type { Readable } from 'node:stream'
import type { NewDocument, NewPart } from '@portico/contract/intake'
import type { Profile } from '@portico/contract/profile'
import type { AnnouncedDocument } from '@portico/contract/sources'
import { caseFile, type DuplicatePolicy, sourcedFrom } from '../../core/file/case-file.ts'
import { refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf } from '../../core/kernel/known-words.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import { type Room, whileThereIsRoom } from '../../files/disk-space.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Uploads } from '../../files/uploads.ts'
import { isWorkedOn, listCaseDocuments } from '../../projections/case-documents.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { labelsOf, nameOf, newDocumentId } from './file-labels.ts'
import { createOpenCase } from './open-case.ts'
import { keepForReading, type ReceivedFile, receiveFile, uploadedFile } from './received-file.ts'

export type Intake = ReturnType<typeof createIntake>

/** Intake of cases and documents. The receiver of a file disposes of it. */
export function createIntake(parts: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  uploads: Uploads
  scratchPath: () => string
  room?: Room
  profile: () => Profile
  execute: Execute
  /** The policy for exact duplicates, unless the request names one. */
  onDuplicate: DuplicatePolicy
}) {
  const { db, scratchPath, room, profile, execute, onDuplicate } = parts

  return {
    async receive(source: Readable, name: string) {
      await room?.look()
      return receiveFile(whileThereIsRoom(source, room?.refuseFiles), name, scratchPath)
    },

    fromUpload: (uploadId: string, owner: string) => uploadedFile(parts.uploads, uploadId, owner),
    openCase: createOpenCase(parts),

    /** A document that has the same bytes is named only to whom it is shown. */
    async fileDocument(
      request: Request,
      caseId: string,
      given: NewDocument,
      file: ReceivedFile,
      isShown: (documentId: string) => Promise<boolean>,
    ) {
      const { at } = request
      refuseReceivedLater(given.receiptDate, at)
      const { bytes } = await keepForReading(file, parts)
      const labels = labelsOf(given, dayOf(at), profile())
      const documentId = newDocumentId(at)
      const { from, madeAs } = given
      if (from && madeAs)
        throw new Refusal(
          'invalid',
          'from and madeAs exclude each other: a source has no document made here.',
        )
      const filed = { documentId, ...labels, ...bytes, ...(madeAs ? { madeAs } : {}) }
      const policy = given.onDuplicate ?? onDuplicate
      const command = from
        ? { type: 'takeDocument' as const, caseId, document: { ...filed, from }, onDuplicate: policy }
        : { type: 'fileDocuments' as const, caseId, documents: [filed], onDuplicate: policy }
      const outcome = await execute(caseFile, request, command, ({ state, events }) => {
        const refused = events.find(({ type }) => type === 'document.refused')
        if (refused) return { duplicateOf: (refused.data as { duplicateOf: string }).duplicateOf }
        return { documentId: (from && sourcedFrom(state, from)?.documentId) ?? documentId }
      })
      if ('duplicateOf' in outcome) {
        const { duplicateOf } = outcome
        const where = (await isShown(duplicateOf)) ? `, as the document ${duplicateOf}` : ''
        throw new Refusal(
          'conflict',
          `The same bytes are in the file already${where}: this copy was not filed.`,
        )
      }
      return outcome
    },

    /** Files a document that a source has, or revises it; one that is there already changes nothing. */
    async takeDocument(
      request: Request,
      caseId: string,
      { source, about }: { source: string; about: AnnouncedDocument },
      file: ReceivedFile,
    ): Promise<void> {
      if (file.bytes === 0) throw new Refusal('invalid', 'The file is empty.')
      const { bytes } = await keepForReading(file, parts)
      const { sourceId, revision, suggestedCategory, suggestedType } = about
      const { documentTypes, documentCategories } = profile()
      const isKnown = (word: string | undefined, words: readonly string[]): word is string =>
        word !== undefined && words.includes(word)
      const given = {
        name: about.name.trim() || nameOf(sourceId),
        ...(isKnown(suggestedType, namesOf(documentTypes)) ? { documentType: suggestedType } : {}),
        ...(isKnown(suggestedCategory, namesOf(documentCategories))
          ? { categories: [suggestedCategory] }
          : {}),
      }
      const from = { source, sourceId, revision, ...withoutUndefined({ suggestedCategory, suggestedType }) }
      const labels = labelsOf(given, about.receiptDate, profile())
      const document = { documentId: newDocumentId(request.at), ...labels, ...bytes, from }
      await execute(caseFile, request, { type: 'takeDocument', caseId, document, onDuplicate }, () => null)
    },

    async reviseDocument(request: Request, caseId: string, documentId: string, file: ReceivedFile) {
      const { bytes } = await keepForReading(file, parts)
      const command = { type: 'reviseDocument' as const, caseId, documentId, ...bytes }
      await execute(caseFile, request, command, () => null)
    },

    async divideDocument(request: Request, caseId: string, documentId: string, given: readonly NewPart[]) {
      const [filed] = await listCaseDocuments(db, caseId, '', { documentIds: [documentId] })
      if (!filed) throw new Refusal('notFound', 'There is no such document in this appeal.')
      for (const { receiptDate } of given) refuseReceivedLater(receiptDate, request.at)
      const divided = given.map((part, index) => ({
        documentId: index === 0 ? documentId : newDocumentId(request.at),
        pageCount: part.pageCount,
        ...labelsOf(part, filed.receiptDate, profile()),
      }))
      const command = { type: 'divideDocument' as const, caseId, documentId, parts: divided }
      const refuse = async (tx: Queryable) => {
        if (!(await isWorkedOn(tx, caseId, documentId))) return
        throw new Refusal(
          'stateForbids',
          'The document has tags or annotations: it can only be divided before people work on it.',
        )
      }
      return execute(caseFile, { ...request, refuse }, command, () => ({
        documentIds: divided.map(({ documentId }) => documentId),
      }))
    },
  }
}
