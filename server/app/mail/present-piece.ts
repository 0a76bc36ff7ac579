import type { MailFile, Piece } from '@portico/contract/mail'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import type { StoredFile, StoredPiece } from '../../store/mail-pieces.ts'

/** A piece as it is shown. `seesCase`: whether its case may be named. */
export function presentPiece(piece: StoredPiece<DocumentBytes>, seesCase: boolean): Piece {
  const { facts, caseId, meantCaseId, mailType = facts.mailType } = piece
  const { channel, sender, receiptDate, subject, text } = facts
  return {
    id: piece.id,
    pieceId: piece.externalId,
    broughtBy: piece.broughtBy.name,
    channel,
    sender,
    receiptDate,
    receivedAt: piece.receivedAt.toISOString(),
    ...withoutUndefined({ subject, text, mailType }),
    files: piece.files.map(presentFile),
    ...(seesCase
      ? {
          status: piece.status,
          ...withoutUndefined({
            why: piece.why,
            caseId: caseId ?? meantCaseId,
            taskId: piece.taskId,
            documentIds: piece.documentIds,
            reasons: piece.reasons,
            settledBy: piece.settledBy,
            settledAt: piece.settledAt?.toISOString(),
          }),
        }
      : { status: 'arriving' as const }),
  }
}

function presentFile({ about, kept, why, isGivenUp }: StoredFile<DocumentBytes>): MailFile {
  const { partId, name } = about
  if (!kept) return { partId, name, status: isGivenUp ? 'failed' : 'awaited', ...withoutUndefined({ why }) }
  const { sha256, bytes, document } = kept
  const said = kept.why ?? document?.unreadable
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
