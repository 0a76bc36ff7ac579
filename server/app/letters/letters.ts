import { randomBytes, randomUUID } from 'node:crypto'
import type { DeliveryFailure, Receipt } from '@portico/contract/deliveries'
import type { SentLetter, WriteLetter } from '@portico/contract/letters'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { letters } from '../../core/letter/letter.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import { findLetter, findLetters, listLetters, owedLetters } from '../../projections/letters.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { refuseAhead } from '../refuse-ahead.ts'
import { createLetterToSend } from './letter-to-send.ts'
import { createPreviewLetter } from './preview-letter.ts'

export type Letters = ReturnType<typeof openLetters>

/** Letters to the parties of a case: tried, written, and what became of them. */
export function openLetters({
  db,
  execute,
  profileFor,
  clock,
  typesetting,
  notice,
  sendsEmail,
}: {
  db: Database
  execute: Execute
  profileFor: (tx: Queryable) => Promise<Profile>
  clock: () => Date
  typesetting: Pick<Typesetting, 'typesetLetter'>
  notice?: string | undefined
  /** Whether notifications go out by email. */
  sendsEmail: boolean
}) {
  const letterOn = async (caseId: string, letterId: string): Promise<SentLetter> => {
    const found = await findLetter(db, letterId)
    if (found?.caseId !== caseId) throw new Refusal('notFound', 'There is no such letter in this case.')
    return found.letter
  }

  return {
    list: (caseId: string) => listLetters(db, caseId),
    /** Those that are still to be composed. */
    owed: () => owedLetters(db),
    find: (letterId: string) => findLetter(db, letterId),
    ofAllCases: (filter: Parameters<typeof findLetters>[1], read: Parameters<typeof findLetters>[2]) =>
      findLetters(db, filter, read),

    async write(request: Request, caseId: string, given: WriteLetter): Promise<SentLetter> {
      const letterId = newId('ltr', request.at, randomBytes(10))
      const command = { type: 'writeLetter' as const, caseId, letterId, ...given }
      const { id } = await execute(letters, request, command, () => ({ id: letterId }))
      return letterOn(caseId, id)
    },

    preview: createPreviewLetter({ db, profileFor, clock, typesetting, notice }),

    async retry(request: Request, caseId: string, letterId: string): Promise<SentLetter> {
      await execute(letters, request, { type: 'retryLetter', caseId, letterId }, () => null)
      return letterOn(caseId, letterId)
    },

    async receipt(request: Request, caseId: string, letterId: string, given: Receipt) {
      refuseAhead('sentAt', given.sentAt, request.at)
      const command = { type: 'receiptLetter' as const, caseId, letterId, ...given }
      await execute(letters, request, command, () => null)
      return letterOn(caseId, letterId)
    },

    /** Whoever records it has it in hand: it came back. */
    async fail(request: Request, caseId: string, letterId: string, given: DeliveryFailure) {
      const { failedAt = request.at.toISOString(), ...told } = given
      refuseAhead('failedAt', failedAt, request.at)
      const failure = { cause: 'returned' as const, failedAt, ...told }
      await execute(letters, request, { type: 'failLetter', caseId, letterId, ...failure }, () => null)
      return letterOn(caseId, letterId)
    },

    /** By the platform itself: nothing speaks for sending it any more. */
    withdraw(caseId: string, letterId: string, why: string): Promise<null> {
      const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
      return execute(letters, call, { type: 'withdrawLetter', caseId, letterId, why }, () => null)
    },

    /** By the platform itself: an email that was to stand for a letter is not sent any more. */
    async writeInstead(caseId: string, notificationId: string): Promise<void> {
      const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
      const of = { notificationId }
      await execute(letters, call, { type: 'writeInstead', caseId, of }, () => null).catch((error) => {
        // The case is gone.
        if (!(error instanceof Refusal)) throw error
      })
    },

    toSend: createLetterToSend({ db, profileFor, clock, sendsEmail }),
  }
}
