import type { Profile } from '@portico/contract/profile'
import type { Permissions } from '../../auth/can.ts'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { mailTypeOf } from '../../core/mail/mail-type.ts'
import { matchPiece, type Verdict } from '../../core/mail/match.ts'
import { docketMentions } from '../../core/mail/references.ts'
import { msLater } from '../../core/time/moments.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { addJobs } from '../../store/jobs.ts'
import { findPiece, type PieceFacts, settlePiece } from '../../store/mail-pieces.ts'
import type { Execute, ProfileFor } from '../engine/execute.ts'
import { filePiece } from './file-piece.ts'
import { duplicateSentence, type FindDuplicates } from './find-duplicates.ts'
import { createFindMentionedTo, type Sight, sightOf } from './sight-of-mentions.ts'

export type Routing = ReturnType<typeof openRouting>

/** Finds the case of a piece by what it says, and files it there if nobody has to decide anything. */
export function openRouting(parts: {
  db: Database
  clock: () => Date
  execute: Execute
  profileFor: ProfileFor
  permissions: Permissions
  findDuplicates: FindDuplicates
}) {
  const { db, clock, execute, profileFor, findDuplicates } = parts
  const findMentionedTo = createFindMentionedTo(parts)

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

  return { verdictOn, whyUnmatched, route }
}

export async function askToRoute(tx: Queryable, pieceId: string, delayMs = 0): Promise<void> {
  const runAt = delayMs > 0 ? { runAt: msLater(new Date(), delayMs) } : {}
  await addJobs(tx, [{ name: 'routePiece', key: pieceId, payload: { pieceId }, ...runAt }])
}
