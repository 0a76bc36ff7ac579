import type { MailFile, Piece } from '@portico/contract/mail'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import type { StoredFile, StoredPiece } from '../../store/mail-pieces.ts'

/** A piece as it is shown to whoever may see its case. */
export function presentPiece(piece: StoredPiece<DocumentBytes>): Piece {
  const { caseId, meantCaseId, mailType = piece.facts.mailType } = piece
  return {
    ...asItCame(piece),
    status: piece.status,
    ...withoutUndefined({
      mailType,
      why: piece.why,
      caseId: caseId ?? meantCaseId,
      taskId: piece.taskId,
      documentIds: piece.documentIds,
      reasons: piece.reasons,
      settledBy: piece.settledBy,
      settledAt: piece.settledAt?.toISOString(),
    }),
  }
}

/** To whoever brought it and may not see its case. */
export function presentUnmatched(piece: StoredPiece<DocumentBytes>, why: string): Piece {
  const { mailType } = piece.facts
  return { ...asItCame(piece), status: 'unmatched', why, ...withoutUndefined({ mailType }) }
}

function asItCame(piece: StoredPiece<DocumentBytes>) {
  const { facts } = piece
  const { channel, sender, receiptDate, postmarkDate, subject, text } = facts
  return {
    id: piece.id,
    pieceId: piece.externalId,
    broughtBy: piece.broughtBy.name,
    channel,
    sender,
    receiptDate,
    receivedAt: piece.receivedAt.toISOString(),
    ...withoutUndefined({ postmarkDate, subject, text }),
    files: piece.files.map(presentFile),
  }
}

function presentFile({ about, kept, why, isGivenUp }: StoredFile<DocumentBytes>): MailFile {
  const { partId, name } = about
  if (!kept) return { partId, name, status: isGivenUp ? 'failed' : 'awaited', ...withoutUndefined({ why }) }
  const { sha256, bytes, document } = kept
  const said = kept.why ?? whyUnreadable(document?.unreadable)
  return {
    partId,
    name,
    status: 'kept',
    sha256,
    bytes,
    ...(document ? { pageCount: document.content.pageCount } : {}),
    ...withoutUndefined({ why: said }),
  }
}

function whyUnreadable(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined
  return `${sentences[reason] ?? 'The file cannot be read.'} It can be downloaded as it came.`
}

const sentences: Readonly<Record<string, string>> = {
  encrypted: 'The file is protected by a password.',
  damaged: 'The file is damaged.',
  empty: 'The file has no pages.',
  tooLarge: 'The file is too large to be shown.',
  tooSlow: 'Reading the file took too long.',
}
