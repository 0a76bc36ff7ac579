import type { Actor } from '@portico/contract/envelope'
import type { MatchPiece, NewPiece, Piece, PieceToWork } from '@portico/contract/mail'
import type { Profile } from '@portico/contract/profile'
import type { Asking, Permissions } from '../../auth/can.ts'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { refusePostmarkLater, refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { mailTypeOf, mailTypesOf } from '../../core/mail/mail-type.ts'
import { matchPiece, type Verdict } from '../../core/mail/match.ts'
import { docketMentions } from '../../core/mail/references.ts'
import { dayOf, msLater } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import { documentName } from '../../files/intake/document-name.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { findCaseAccess, representedCases } from '../../projections/case-access.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { addJobs } from '../../store/jobs.ts'
import {
  type AnnouncedFile,
  findPiece,
  keepFile,
  keepPiece,
  listPieces,
  type PieceFacts,
  type PieceStatus,
  type PiecesRead,
  piecesToRoute,
  reopenPiece,
  type StoredPiece,
  settlePiece,
} from '../../store/mail-pieces.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { tenRandomBytes } from '../engine/random.ts'
import type { ReceivedFile } from '../intake/received-file.ts'
import { dropPiece, filePiece, settledMeanwhile } from './file-piece.ts'
import { createFindDuplicates, duplicateSentence } from './find-duplicates.ts'
import { type KeptBytes, keepBytes } from './kept-file.ts'
import { presentPiece, presentUnmatched } from './present-piece.ts'
import { createReplayMail } from './replay-mail.ts'
import { createFindMentionedTo, type Sight, sightOf } from './sight-of-mentions.ts'

type Stored = StoredPiece<DocumentBytes>

export type Mail = ReturnType<typeof openMail>

/** By then whoever took a piece in has routed it, unless the process has ended. */
const routedAfterMs = 15_000
/** Somebody waits for it. */
const comparedForMs = 3_000

/** Mail that arrives: kept first, then matched to a case and routed, or left for somebody to work. */
export function openMail(parts: {
  db: Database
  clock: () => Date
  execute: Execute
  profileFor: ProfileFor
  permissions: Permissions
  blobs: Blobs
  pdf: PdfWorkers
  scratchPath: () => string
}) {
  const { db, clock, execute, profileFor, permissions } = parts
  const findDuplicates = createFindDuplicates(parts)
  const findMentionedTo = createFindMentionedTo(parts)
  const today = () => dayOf(clock())

  const found = async (id: string): Promise<Stored> => {
    const piece = await findPiece<DocumentBytes>(db, id)
    if (!piece) throw noSuchPiece()
    return piece
  }

  /** A case that is gone is nobody's: the piece can be matched again. */
  async function seesCase(caller: Asking, { caseId, meantCaseId }: Stored): Promise<boolean> {
    const id = caseId ?? meantCaseId
    if (id === undefined) return true
    const access = await findCaseAccess(db, id, today())
    if (!access || access.purgedAt) return true
    return permissions.mayRead(caller, { id, ...access }) && !access.representativeIds.includes(caller.id)
  }

  async function seen(caller: Asking, id: string): Promise<Stored> {
    const piece = await found(id)
    if (!(await seesCase(caller, piece))) throw noSuchPiece()
    return piece
  }

  const verdictOn = async (facts: PieceFacts, sight: Sight, mostSensitivity?: number): Promise<Verdict> =>
    matchPiece(facts, docketMentions(facts), await findMentionedTo(facts, sight, mostSensitivity))

  /** Of cases that not everybody sees nothing is said, not even that there are several. */
  async function whyUnmatched(facts: PieceFacts, sight: Sight, { sensitivity }: Profile): Promise<string> {
    const { why } = await verdictOn(facts, sight, sensitivity.ofNewCases)
    return why ?? 'Somebody has to say to which case it belongs.'
  }

  /** Matches a piece whose files are there, and files it; what somebody has to decide waits with the reason. */
  async function route(id: string): Promise<void> {
    const piece = await findPiece<DocumentBytes>(db, id)
    if (piece?.status !== 'arriving' || piece.files.some(({ kept, isGivenUp }) => !kept && !isGivenUp)) return
    const profile = await profileFor(db)
    const sight = await sightOf(db, piece.broughtBy)
    const verdict = await verdictOn(piece.facts, sight)
    if (verdict.caseId === undefined) {
      const why = await whyUnmatched(piece.facts, sight, profile)
      return void (await settlePiece(db, id, { status: 'unmatched', why }))
    }
    const { caseId, reasons } = verdict
    const hold = (why: string) => settlePiece(db, id, { status: 'held', meantCaseId: caseId, reasons, why })
    const lost = piece.files.find(({ kept }) => !kept)
    if (lost)
      return void (await hold(
        `“${lost.about.name}” could not be fetched: ${lost.why ?? 'no reason was given.'}`,
      ))
    const typed = mailTypeOf(piece.facts, profile)
    if ('why' in typed) return void (await hold(typed.why))
    const { duplicates } = await findDuplicates(piece, [caseId])
    if (duplicates.length > 0) return void (await hold(duplicateSentence(duplicates)))
    const request = { at: clock(), actor: piece.broughtBy, correlationId: id }
    try {
      await filePiece(piece, { caseId, ...typed, reasons }, { execute, request, profile })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await hold(error.message)
    }
  }

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
    replay: createReplayMail(parts),
    askToRoute,
    route,
    toRoute: () => piecesToRoute(db),

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
      await route(kept.id)
      const piece = await found(kept.id)
      if (await seesCase(caller, piece)) return presentPiece(piece)
      // Filed since on a case that they may not see: to them it waits, as if there were no such case.
      return presentUnmatched(piece, await whyUnmatched(piece.facts, caller, await profileFor(db)))
    },

    async list(
      caller: Asking,
      read: PiecesRead & { limit: number },
    ): Promise<{ pieces: Piece[]; next?: string }> {
      const { upTo = -1 } = permissions.sightOf(caller)
      const barred = await representedCases(db, caller.id, today())
      const pieces = await listPieces<DocumentBytes>(db, { ...read, limit: read.limit + 1, upTo, barred })
      const shown = pieces.slice(0, read.limit).map((piece) => presentPiece(piece))
      return { pieces: shown, ...(pieces.length > read.limit ? { next: shown.at(-1)?.id ?? '' } : {}) }
    },

    refuseUnseen: async (caller: Asking, id: string) => void (await seen(caller, id)),

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
      const repeated = others.filter(({ caseId }) => duplicates.some((one) => one.caseId === caseId))
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

async function askToRoute(tx: Queryable, pieceId: string, delayMs = 0): Promise<void> {
  const runAt = delayMs > 0 ? { runAt: msLater(new Date(), delayMs) } : {}
  await addJobs(tx, [{ name: 'routePiece', key: pieceId, payload: { pieceId }, ...runAt }])
}

function typeOf(given: string | undefined, { facts }: Stored, profile: Profile): { mailType: string } {
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
  piece: Stored,
  status: PieceStatus,
  caseId?: string,
): boolean {
  if (!idempotency || piece.status !== status || piece.settledBy !== actor.name) return false
  return caseId === undefined || piece.caseId === caseId
}

function refuseUnready({ status, files }: Stored) {
  if (status === 'filed') throw new Refusal('conflict', 'The piece is filed already.')
  if (status === 'rejected') throw new Refusal('conflict', 'The piece was rejected already.')
  if (status === 'dropped') throw new Refusal('conflict', 'The piece was dropped already.')
  const awaited = files.find(({ kept, isGivenUp }) => !kept && !isGivenUp)
  if (awaited)
    throw new Refusal('stateForbids', `“${awaited.about.name}” is still to be fetched: wait for it.`)
}

const isOpen = ({ status }: Stored) => ['arriving', 'unmatched', 'held'].includes(status)

const knownOtherwise = (externalId: string) =>
  new Refusal(
    'conflict',
    `The piece ${externalId} came before with other files: these were not taken. Send them under another pieceId.`,
  )

const noSuchPiece = () => new Refusal('notFound', 'There is no such piece of mail.')
