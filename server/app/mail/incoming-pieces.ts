import type { Actor } from '@portico/contract/envelope'
import type { NewPiece, Piece } from '@portico/contract/mail'
import type { Asking } from '../../auth/can.ts'
import { refusePostmarkLater, refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import type { Blobs } from '../../files/blobs.ts'
import { documentName } from '../../files/intake/document-name.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { type AnnouncedFile, keepFile, keepPiece, type PieceFacts } from '../../store/mail-pieces.ts'
import type { ProfileFor, Request } from '../engine/execute.ts'
import { tenRandomBytes } from '../engine/random.ts'
import type { ReceivedFile } from '../intake/received-file.ts'
import { type KeptBytes, keepBytes } from './kept-file.ts'
import { presentPiece, presentUnmatched } from './present-piece.ts'
import { askToRoute, type Routing } from './route-pieces.ts'
import type { VisiblePieces } from './visible-pieces.ts'

/** By then whoever took a piece in has routed it, unless the process has ended. */
const routedAfterMs = 15_000

/** Takes in pieces of mail: kept first, so that none is lost, and routed then. */
export function openIncomingPieces({
  db,
  clock,
  profileFor,
  blobs,
  pdf,
  scratchPath,
  pieces,
  routing,
}: {
  db: Database
  clock: () => Date
  profileFor: ProfileFor
  blobs: Blobs
  pdf: PdfWorkers
  scratchPath: () => string
  pieces: VisiblePieces
  routing: Routing
}) {
  const parts = { blobs, pdf, scratchPath }

  return {
    /** Kept in the transaction at hand: in the name of whoever brought it, under their id for it. */
    async keep(
      tx: Queryable,
      piece: { externalId: string; broughtBy: Actor; facts: PieceFacts; files: readonly AnnouncedFile[] },
    ): Promise<void> {
      const at = clock()
      refuseReceivedLater(piece.facts.receiptDate, at)
      refusePostmarkLater(piece.facts.receiptDate, piece.facts.postmarkDate)
      const files = piece.files.map((about) => ({ about }))
      const kept = await keepPiece(tx, { ...piece, id: newId('piece', at, tenRandomBytes()), at, files })
      if (!kept.hasFiles) throw knownOtherwise(piece.externalId)
    },

    /** The bytes of one file of a piece, which is matched once it has all. Not where somebody else has fetched it. */
    async keepFetched(
      held: { pieceId: string; partId: string; by: string },
      file: ReceivedFile,
    ): Promise<void> {
      const kept = await keepBytes(file, parts)
      await db.transaction(async (tx) => {
        if (await keepFile(tx, held, kept)) await askToRoute(tx, held.pieceId)
      })
    },

    /** Durable when it resolves, and matched if it can be. Sent again under its id, it is the piece that it was. */
    async takeIn(
      request: Request,
      { pieceId, uploadIds: _, ...facts }: NewPiece,
      received: readonly ReceivedFile[],
      caller: Asking,
    ): Promise<Piece> {
      const { at, actor, idempotency } = request
      refuseReceivedLater(facts.receiptDate, at)
      refusePostmarkLater(facts.receiptDate, facts.postmarkDate)
      const id = newId('piece', at, tenRandomBytes())
      const files: ({ about: AnnouncedFile } & KeptBytes)[] = []
      for (const [index, file] of received.entries()) {
        const name = documentName(file.name, 300) ?? `File ${index + 1}`
        const about = { partId: String(index + 1), name, size: file.bytes, sha256: file.sha256 }
        files.push({ about, ...(await keepBytes(file, parts)) })
      }
      const externalId = pieceId ?? idempotency?.key ?? id
      const kept = await db.transaction(async (tx) => {
        const kept = await keepPiece(tx, { id, externalId, broughtBy: actor, facts, at, files })
        if (kept.isNew) await askToRoute(tx, id, routedAfterMs)
        else if (!kept.hasFiles) throw knownOtherwise(externalId)
        return kept
      })
      await routing.route(kept.id)
      const piece = await pieces.found(kept.id)
      if (await pieces.seesCase(caller, piece)) return presentPiece(piece)
      // Filed since on a case that they may not see: to them it waits, as if there were no such case.
      return presentUnmatched(piece, await routing.whyUnmatched(piece.facts, caller, await profileFor(db)))
    },
  }
}

const knownOtherwise = (externalId: string) =>
  new Refusal(
    'conflict',
    `The piece ${externalId} came before with other files: these were not taken. Send them under another pieceId.`,
  )
