import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { NewCase, NewDocument, NewPart } from '@portico/contract/intake'
import type { Profile } from '@portico/contract/profile'
import type { AnnouncedDocument } from '@portico/contract/sources'
import {
  caseFile,
  type DocumentBytes,
  type DocumentLabels,
  type NewDocument as DocumentToFile,
  type DuplicatePolicy,
  sourcedFrom,
} from '../../core/file/case-file.ts'
import { labelsFrom } from '../../core/file/document-labels.ts'
import { refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import { type Room, whileThereIsRoom } from '../../files/disk-space.ts'
import { documentsOfOutline } from '../../files/intake/outline.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Uploads } from '../../files/uploads.ts'
import { isWorkedOn, listCaseDocuments } from '../../projections/case-documents.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { nextDocketNumber } from './docket-number.ts'
import { type Kept, keepForReading, type ReceivedFile, receiveFile, uploadedFile } from './received-file.ts'
import { refuseTakenAlias } from './taken-alias.ts'

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
  const { db, pdf, scratchPath, room, profile, execute, onDuplicate } = parts

  async function documentsIn(given: NewCase, kept: Kept, name: string): Promise<NewPart[]> {
    const { prepared } = kept
    if (given.documents) {
      if (prepared.kind !== 'unreadable') return given.documents
      throw new Refusal(
        'invalid',
        `The file cannot be read (${prepared.reason}), so it cannot be divided into documents.`,
      )
    }
    const isDivided = prepared.kind === 'pdf' && given.boundaries !== 'none'
    const named = isDivided ? await documentsOfOutline(pdf, prepared.path, prepared.pageCount) : undefined
    return named ?? [{ name: nameOf(name), pageCount: kept.bytes.content.pageCount }]
  }

  function labelled(given: Omit<NewPart, 'pageCount'>, receiptDate: string): DocumentLabels {
    const { description = '' } = given
    const name = given.name.trim()
    if (name === '') throw new Refusal('invalid', 'name must not be blank: a document needs a name.')
    const words = profile()
    const sorting = labelsFrom(given, words, [words.unsortedCategory])
    return { name, description, ...sorting, receiptDate: given.receiptDate ?? receiptDate }
  }

  const newDocumentId = (at: Date) => newId('doc', at, randomBytes(10))

  return {
    async receive(source: Readable, name: string) {
      await room?.look()
      return receiveFile(whileThereIsRoom(source, room?.refuseFiles), name, scratchPath)
    },
    fromUpload: (uploadId: string, owner: string) => uploadedFile(parts.uploads, uploadId, owner),

    /** `maySee` says whether a case with the same alias may be named in the error. */
    async openCase(
      request: Request,
      given: NewCase,
      file: ReceivedFile | undefined,
      maySee: (caseId: string) => Promise<boolean>,
    ) {
      if (given.documents && !file)
        throw new Refusal(
          'invalid',
          'documents must come with a file to divide: send it as the part file, or name an upload.',
        )
      for (const { receiptDate } of [given, ...(given.documents ?? [])])
        refuseReceivedLater(receiptDate, request.at)
      const caseTypes = namesOf(profile().caseTypes)
      const caseType = given.caseType ?? (caseTypes[0] as string)
      refuseUnknownWord('case type', caseType, caseTypes)
      const kept = file && (await keepForReading(file, parts))
      const named = file && kept ? await documentsIn(given, kept, file.name) : []
      const { at } = request
      const documents = kept
        ? divided(kept.bytes, named, (part) => labelled(part, given.receiptDate), at)
        : []
      const { veteran, receiptDate, alias } = given
      const caseId = newId('case', at, randomBytes(10))
      const command = {
        type: 'openCase' as const,
        caseId,
        docketNumber: given.docketNumber ?? (await nextDocketNumber(db, receiptDate)),
        caseType,
        veteran,
        receiptDate,
        uploadedAt: at.toISOString(),
        originalPdfBytes: file?.bytes ?? 0,
        ...(alias ? { alias } : {}),
        documents,
      }
      const open = () => execute(caseFile, request, command, () => ({ caseId }))
      return refuseTakenAlias(open, { db, alias, maySee })
    },

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
      const labels = labelled(given, dayOf(at))
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
      const labels = labelled(given, about.receiptDate)
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
      if (!filed) throw new Refusal('notFound', 'There is no such document in this case.')
      for (const { receiptDate } of given) refuseReceivedLater(receiptDate, request.at)
      const divided = given.map((part, index) => ({
        documentId: index === 0 ? documentId : newDocumentId(request.at),
        pageCount: part.pageCount,
        ...labelled(part, filed.receiptDate),
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

  function divided(
    bytes: DocumentBytes,
    named: readonly NewPart[],
    label: (part: NewPart) => DocumentLabels,
    at: Date,
  ): DocumentToFile[] {
    const { content } = bytes
    const pages = named.reduce((sum, { pageCount }) => sum + pageCount, 0)
    if (pages !== content.pageCount) {
      throw new Refusal(
        'invalid',
        `The documents have ${pages} pages together, but the file has ${content.pageCount}: every page must belong to one.`,
      )
    }
    let firstPage = 1
    return named.map((part) => {
      const range = { firstPage, pageCount: part.pageCount }
      firstPage += part.pageCount
      return { documentId: newDocumentId(at), ...label(part), ...bytes, content: { ...content, ...range } }
    })
  }
}

export type Intake = ReturnType<typeof createIntake>

function nameOf(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[\\/\p{Cc}]/gu, ' ')
    .trim()
  return name.slice(0, 500) || 'Case file'
}
