import { otherKeys } from '../../../projections/same-person.ts'
import { requestConflictCheck } from '../../../store/ask-to-flag.ts'
import { completeBookings } from '../../../store/bookings.ts'
import type { Database } from '../../../store/db.ts'

export type CompleteBookings = ReturnType<typeof createCompleteBookings>

/**
 * Somebody may become known as one person with somebody on another case after their sessions were placed: by an identifier
 * that they share, or by a grant. From then on their sessions are kept apart; those that overlap already are flagged.
 */
export function createCompleteBookings({ db, clock }: { db: Database; clock: () => Date }) {
  return (caseId: string): Promise<number> =>
    db.transaction(async (tx) => {
      const of = { caseId: caseId === '' ? undefined : caseId, now: clock() }
      const { completed, doubled } = await completeBookings(tx, of, otherKeys)
      for (const participantId of doubled) await requestConflictCheck(tx, participantId)
      return completed
    })
}
