import type { MatchPiece, Piece } from '@portico/contract/mail'
import type { Profile } from '@portico/contract/profile'
import type { Asking, Permissions } from '../../auth/can.ts'
import { refusePostmarkLater, refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { mailTypeOf } from '../../core/mail/mail-type.ts'
import type { Database } from '../../store/db.ts'
import { type PieceFacts, type PieceStatus, reopenPiece, settlePiece } from '../../store/mail-pieces.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { dropPiece, filePiece, settledMeanwhile } from './file-piece.ts'
import type { FindDuplicates } from './find-duplicates.ts'
import { duplicateSentence } from './find-duplicates.ts'
import { isOpen } from './piece-status.ts'
import { presentPiece } from './present-piece.ts'
import { openPieceReads } from './read-pieces.ts'
import type { Routing } from './route-pieces.ts'
import type { MailPiece, VisiblePieces } from './visible-pieces.ts'

/** The queue of pieces that somebody has to decide about: matched to a case, dropped, rejected, put back. */
export function openPieceDesk(parts: {
  db: Database
  clock: () => Date
  execute: Execute
  profileFor: ProfileFor
  permissions: Permissions
  findDuplicates: FindDuplicates
  pieces: VisiblePieces
  verdictOn: Routing['verdictOn']
}) {
  const { db, execute, profileFor, findDuplicates, verdictOn } = parts
  const { found, seen } = parts.pieces

  return {
    ...openPieceReads(parts),

    refuseUnseen: async (caller: Asking, id: string) => void (await seen(caller, id)),

    /** A person says where it belongs. The caller may do so to the case. */
    async match(request: Request, caller: Asking, id: string, given: MatchPiece): Promise<Piece> {
      const known = await seen(caller, id)
      if (isRepeated(request, known, 'filed', given.caseId)) return presentPiece(known)
      refuseUnready(known)
      const piece = { ...known, facts: { ...known.facts, ...correctedDays(known.facts, given, request.at) } }
      const profile = await profileFor(db)
      const typed = typeOf(given.mailType, piece, profile)
      const { candidates } = await verdictOn(piece.facts, caller)
      const reasons = candidates.find(({ caseId }) => caseId === given.caseId)?.reasons
      const { caseId, why } = given
      const { duplicates } = await findDuplicates(piece, [caseId])
      if (duplicates.length > 0 && !given.evenIfDuplicate)
        throw new Refusal('conflict', duplicateSentence(duplicates))
      const repeated = [...new Set(duplicates.map(({ documentId }) => documentId))]
      const duplicateOf = given.evenIfDuplicate ? repeated : undefined
      const matched = { caseId, ...typed, reasons, duplicateOf, why }
      await filePiece(piece, matched, { execute, request, profile })
      return presentPiece(await found(id))
    },

    /** A person says that the case has it already. The caller may do so to the case. */
    async drop(
      request: Request,
      caller: Asking,
      id: string,
      given: { caseId: string; documentId: string; why: string },
    ): Promise<Piece> {
      const piece = await seen(caller, id)
      if (isRepeated(request, piece, 'dropped', given.caseId)) return presentPiece(piece)
      refuseUnready(piece)
      await dropPiece(piece, given, { execute, request })
      return presentPiece(await found(id))
    },

    async reject(request: Request, caller: Asking, id: string, why: string): Promise<Piece> {
      const piece = await seen(caller, id)
      if (isRepeated(request, piece, 'rejected')) return presentPiece(piece)
      refuseUnready(piece)
      const { at, actor } = request
      // Whoever may not see the case that it was held for does not see it now.
      const { meantCaseId, reasons } = piece
      const settled = { status: 'rejected' as const, meantCaseId, reasons, why, at, by: actor.name }
      if (!(await settlePiece(db, id, settled))) throw settledMeanwhile()
      return presentPiece(await found(id))
    },

    /** Somebody was wrong about it: it waits again, for the case that it was held for, if any. */
    async reopen({ idempotency }: Request, caller: Asking, id: string, why: string): Promise<Piece> {
      const piece = await seen(caller, id)
      if (idempotency && isOpen(piece)) return presentPiece(piece)
      if (piece.status !== 'rejected')
        throw new Refusal('conflict', 'Only a piece that was rejected can be put back into the queue.')
      if (!(await reopenPiece(db, id, why))) throw settledMeanwhile()
      return presentPiece(await found(id))
    },
  }
}

function typeOf(given: string | undefined, { facts }: MailPiece, profile: Profile): { mailType: string } {
  if (given !== undefined) {
    refuseUnknownWord('mail type', given, namesOf(profile.mailTypes))
    return { mailType: given }
  }
  const typed = mailTypeOf(facts, profile)
  if ('why' in typed)
    throw new Refusal('invalid', `mailType must say of which type the piece is. ${typed.why}`)
  return typed
}

/** The days of the piece, as the person who files it has read them. */
function correctedDays(
  facts: PieceFacts,
  given: Pick<MatchPiece, 'receiptDate' | 'postmarkDate'>,
  at: Date,
): Pick<PieceFacts, 'receiptDate' | 'postmarkDate'> {
  const { receiptDate = facts.receiptDate, postmarkDate = facts.postmarkDate } = given
  if (given.receiptDate !== undefined || given.postmarkDate !== undefined) {
    refuseReceivedLater(receiptDate, at)
    refusePostmarkLater(receiptDate, postmarkDate)
  }
  return { receiptDate, ...withoutUndefined({ postmarkDate }) }
}

/** The answer to a request may be lost: sent again under its key, it finds what it has done. */
function isRepeated(
  { idempotency, actor }: Request,
  piece: MailPiece,
  status: PieceStatus,
  caseId?: string,
): boolean {
  if (!idempotency || piece.status !== status || piece.settledBy !== actor.name) return false
  return caseId === undefined || piece.caseId === caseId
}

function refuseUnready({ status, files }: MailPiece) {
  if (status === 'filed') throw new Refusal('conflict', 'The piece is filed already.')
  if (status === 'rejected') throw new Refusal('conflict', 'The piece was rejected already.')
  if (status === 'dropped') throw new Refusal('conflict', 'The piece was dropped already.')
  const awaited = files.find(({ kept, isGivenUp }) => !kept && !isGivenUp)
  if (awaited)
    throw new Refusal('stateForbids', `“${awaited.about.name}” is still to be fetched: wait for it.`)
}
