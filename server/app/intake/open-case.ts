import { randomBytes } from 'node:crypto'
import type { NewCase, NewPart } from '@portico/contract/intake'
import type { Profile } from '@portico/contract/profile'
import {
  caseFile,
  type DocumentBytes,
  type DocumentLabels,
  type NewDocument as DocumentToFile,
} from '../../core/file/case-file.ts'
import { refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import type { Blobs } from '../../files/blobs.ts'
import { documentsOfOutline } from '../../files/intake/outline.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { nextDocketNumber } from './docket-number.ts'
import { labelsOf, nameOf, newDocumentId } from './file-labels.ts'
import { type Kept, keepForReading, type ReceivedFile } from './received-file.ts'
import { refuseTakenAlias } from './taken-alias.ts'

/** Opens a case, with the documents of its file where it comes with one. */
export function createOpenCase(parts: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  scratchPath: () => string
  profile: () => Profile
  execute: Execute
}) {
  const { db, pdf, profile, execute } = parts

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

  /** `maySee` says whether a case with the same alias may be named in the error. */
  return async (
    request: Request,
    given: NewCase,
    file: ReceivedFile | undefined,
    maySee: (caseId: string) => Promise<boolean>,
  ) => {
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
    const labelled = (part: NewPart) => labelsOf(part, given.receiptDate, profile())
    const documents = kept ? divided(kept.bytes, named, labelled, at) : []
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
  }
}

/** Each document with its pages of the file. */
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
