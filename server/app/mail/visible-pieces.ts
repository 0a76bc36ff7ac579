import type { Asking, Permissions } from '../../auth/can.ts'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import type { Database } from '../../store/db.ts'
import { findPiece, type StoredPiece } from '../../store/mail-pieces.ts'

/** A piece of mail as it is stored, with the documents that its files become. */
export type MailPiece = StoredPiece<DocumentBytes>

export type VisiblePieces = ReturnType<typeof openVisiblePieces>

/** Pieces of mail, and who may see them: whoever may read the case of a piece. */
export function openVisiblePieces({
  db,
  clock,
  permissions,
}: {
  db: Database
  clock: () => Date
  permissions: Permissions
}) {
  const found = async (id: string): Promise<MailPiece> => {
    const piece = await findPiece<DocumentBytes>(db, id)
    if (!piece) throw noSuchPiece()
    return piece
  }

  /** A case that is gone is nobody's: the piece can be matched again. */
  async function seesCase(caller: Asking, { caseId, meantCaseId }: MailPiece): Promise<boolean> {
    const id = caseId ?? meantCaseId
    if (id === undefined) return true
    const access = await findCaseAccess(db, id, dayOf(clock()))
    if (!access || access.purgedAt) return true
    return permissions.mayRead(caller, { id, ...access }) && !access.representativeIds.includes(caller.id)
  }

  return {
    found,
    seesCase,

    async seen(caller: Asking, id: string): Promise<MailPiece> {
      const piece = await found(id)
      if (!(await seesCase(caller, piece))) throw noSuchPiece()
      return piece
    },
  }
}

const noSuchPiece = () => new Refusal('notFound', 'There is no such piece of mail.')
