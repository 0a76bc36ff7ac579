import type { Piece, PieceToWork } from '@portico/contract/mail'
import type { Asking, Permissions } from '../../auth/can.ts'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { mailTypesOf } from '../../core/mail/mail-type.ts'
import { dayOf } from '../../core/time/moments.ts'
import { representedCases } from '../../projections/case-access.ts'
import type { Database } from '../../store/db.ts'
import { listPieces, type PiecesRead } from '../../store/mail-pieces.ts'
import type { ProfileFor } from '../engine/execute.ts'
import type { FindDuplicates } from './find-duplicates.ts'
import { isOpen } from './piece-status.ts'
import { presentPiece } from './present-piece.ts'
import type { Routing } from './route-pieces.ts'
import type { VisiblePieces } from './visible-pieces.ts'

/** Somebody waits for it. */
const comparedForMs = 3_000

/** Pieces of mail as their clerks see them: the queue, one with the cases it may belong to, its files. */
export function openPieceReads({
  db,
  clock,
  profileFor,
  permissions,
  findDuplicates,
  pieces: { seen },
  verdictOn,
}: {
  db: Database
  clock: () => Date
  profileFor: ProfileFor
  permissions: Permissions
  findDuplicates: FindDuplicates
  pieces: VisiblePieces
  verdictOn: Routing['verdictOn']
}) {
  return {
    async list(
      caller: Asking,
      read: PiecesRead & { limit: number },
    ): Promise<{ pieces: Piece[]; next?: string }> {
      const { upTo = -1 } = permissions.sightOf(caller)
      const barred = await representedCases(db, caller.id, dayOf(clock()))
      const pieces = await listPieces<DocumentBytes>(db, { ...read, limit: read.limit + 1, upTo, barred })
      const shown = pieces.slice(0, read.limit).map((piece) => presentPiece(piece))
      return { pieces: shown, ...(pieces.length > read.limit ? { next: shown.at(-1)?.id ?? '' } : {}) }
    },

    async get(caller: Asking, id: string): Promise<PieceToWork> {
      const piece = await seen(caller, id)
      const profile = await profileFor(db)
      const { candidates: likeliest, others } = isOpen(piece)
        ? await verdictOn(piece.facts, caller)
        : { candidates: [], others: [] }
      const caseIds = [...likeliest, ...others].map(({ caseId }) => caseId)
      const compared = await findDuplicates(piece, caseIds, { withinMs: comparedForMs })
      const { duplicates, notCompared, casesLeft } = compared
      // One that repeats a document of a case is listed, however little else speaks for it.
      const repeated = others.filter(({ caseId }) =>
        duplicates.some((duplicate) => duplicate.caseId === caseId),
      )
      const candidates = [...likeliest, ...repeated]
      return {
        piece: presentPiece(piece),
        candidates,
        duplicates,
        notCompared: [
          ...notListedSentence(candidates.length, caseIds.length - candidates.length),
          ...leftSentence(caseIds.length, casesLeft),
          ...notCompared,
        ],
        mailTypes: mailTypesOf(piece.facts, profile),
      }
    },

    async file(caller: Asking, id: string, partId: string) {
      const piece = await seen(caller, id)
      const file = piece.files.find(({ about }) => about.partId === partId)
      if (!file?.kept) throw new Refusal('notFound', 'There is no such file of this piece.')
      const { sha256, bytes } = file.kept
      return { name: file.about.name, sha256, bytes, caseId: piece.caseId ?? piece.id }
    },
  }
}

const notListedSentence = (listed: number, others: number): string[] =>
  others === 0
    ? []
    : [
        `The ${listed} likeliest cases are listed; ${others} more fit as little or less: match it to one by its ID.`,
      ]

const leftSentence = (all: number, left: number): string[] =>
  left === 0
    ? []
    : [
        `The text of the piece is compared with ${all - left} of ${all} cases so far: read it again for the rest.`,
      ]
