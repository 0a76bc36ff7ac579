import type { MatchReason } from '@portico/contract/mail'
import type { Profile } from '@portico/contract/profile'
import {
  type CaseFileCommand,
  caseFile,
  type DocumentBytes,
  type NewDocument,
} from '../../core/file/case-file.ts'
import { labelsFrom } from '../../core/file/document-labels.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf } from '../../core/kernel/known-words.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { documentName } from '../../files/intake/document-name.ts'
import { lockWaitingPiece, type StoredPiece, settlePiece } from '../../store/mail-pieces.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { tenRandomBytes } from '../engine/random.ts'

export type Matched = {
  caseId: string
  mailType: string
  reasons?: readonly MatchReason[] | undefined
  /** The documents of the case that it repeats, where it is filed all the same. */
  duplicateOf?: readonly string[] | undefined
  /** What the person says who has matched it. */
  why?: string | undefined
}

export const settledMeanwhile = () =>
  new Refusal('conflict', 'Somebody else has just settled this piece: read it again.')

/** The readable files of a piece become documents, a task routes it, and the piece is settled: all of it, or nothing. */
export async function filePiece(
  piece: StoredPiece<DocumentBytes>,
  matched: Matched,
  { execute, request, profile }: { execute: Execute; request: Request; profile: Profile },
): Promise<void> {
  const { caseId, mailType, reasons, duplicateOf, why } = matched
  const { at, actor } = request
  const { documents, files } = filesOf(piece, profile, at)
  const { channel, sender, receiptDate, postmarkDate, subject } = piece.facts
  const command: CaseFileCommand = {
    type: 'fileMail',
    caseId,
    documents,
    pieceId: piece.id,
    channel,
    receiptDate,
    sender,
    mailType,
    files,
    instructions: instructionsOf(piece),
    ...withoutUndefined({
      postmarkDate,
      subject,
      reasons: reasons && [...reasons],
      duplicateOf: duplicateOf && [...duplicateOf],
      why,
    }),
  }
  let taskId: string | undefined
  await execute(
    caseFile,
    {
      ...request,
      refuse: async (tx) => {
        if (!(await lockWaitingPiece(tx, piece.id))) throw settledMeanwhile()
      },
      also: (tx) =>
        settlePiece(tx, piece.id, {
          status: 'filed',
          caseId,
          mailType,
          reasons,
          why,
          taskId,
          days: { receiptDate, ...withoutUndefined({ postmarkDate }) },
          documentIds: documents.map(({ documentId }) => documentId),
          at,
          by: actor.name,
        }),
    },
    command,
    ({ events }) => {
      const routed = events.find(({ type }) => type === 'mail.routed')
      taskId = (routed?.data as { taskId: string } | undefined)?.taskId
      return null
    },
  )
}

function filesOf(piece: StoredPiece<DocumentBytes>, profile: Profile, at: Date) {
  const { documentType, receiptDate, subject } = piece.facts
  const isKnown = documentType !== undefined && namesOf(profile.documentTypes).includes(documentType)
  const sorting = labelsFrom(isKnown ? { documentType } : {}, profile, [profile.unsortedCategory])
  const documents: NewDocument[] = []
  const files = piece.files.flatMap(({ about, kept }) => {
    if (!kept) return []
    const { sha256, bytes, document, why = document?.unreadable } = kept
    const said = { name: about.name, sha256, bytes, ...withoutUndefined({ why }) }
    if (!document) return [said]
    const documentId = newId('doc', at, tenRandomBytes())
    const name = nameOf(about.name, subject)
    documents.push({ documentId, name, description: '', ...sorting, receiptDate, ...document })
    return [{ ...said, documentId }]
  })
  return { documents, files }
}

/** It repeats a document of the case: that is said there, and the piece is settled. */
export async function dropPiece(
  piece: StoredPiece<DocumentBytes>,
  { caseId, documentId, why }: { caseId: string; documentId: string; why: string },
  { execute, request }: { execute: Execute; request: Request },
): Promise<void> {
  const { at, actor } = request
  const { channel, receiptDate } = piece.facts
  const files = piece.files.flatMap(({ about, kept }) =>
    kept ? [{ name: about.name, sha256: kept.sha256, bytes: kept.bytes }] : [],
  )
  const about = { pieceId: piece.id, channel, receiptDate, files }
  await execute(
    caseFile,
    {
      ...request,
      refuse: async (tx) => {
        if (!(await lockWaitingPiece(tx, piece.id))) throw settledMeanwhile()
      },
      also: (tx) => settlePiece(tx, piece.id, { status: 'dropped', caseId, why, at, by: actor.name }),
    },
    { type: 'dropMail', caseId, duplicateOf: documentId, why, ...about },
    () => null,
  )
}

function nameOf(fileName: string, subject: string | undefined): string {
  const name = documentName(fileName.replace(/\.[^.]{1,5}$/, ''))
  return name ?? documentName(subject ?? '') ?? 'Mail'
}

const channelWords = {
  mail: 'mail',
  fax: 'fax',
  electronicSubmission: 'electronic submission',
  portalUpload: 'portal upload',
} as const
const mostCharacters = 4000

/** What whoever gets the task has to know, and what of the piece they do not find among the documents. */
function instructionsOf({ id, facts, files }: StoredPiece<DocumentBytes>): string {
  const { channel, receiptDate, sender, subject, text } = facts
  const from = sender.name ?? sender.address
  const missing = files.filter(({ kept }) => !kept?.document)
  const said = [
    `Received ${receiptDate} by ${channelWords[channel]}${from === undefined ? '' : ` from ${from}`}.`,
    subject === undefined ? '' : `Subject: ${subject}`,
    ...missing.map(
      ({ about, kept, why }) =>
        `“${about.name}” is no document: ${kept?.why ?? why ?? 'it did not come.'} It is kept with the piece ${id}.`,
    ),
    // Last, since a long one is cut.
    text ?? '',
  ]
  return said.filter(Boolean).join('\n').slice(0, mostCharacters).toWellFormed()
}
