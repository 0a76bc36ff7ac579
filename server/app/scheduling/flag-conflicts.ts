import { randomBytes } from 'node:crypto'
import { newId } from '../../core/kernel/ids.ts'
import { session } from '../../core/session/session.ts'
import { dayOf } from '../../core/time/moments.ts'
import { alsoKnown } from '../../projections/same-person.ts'
import { upcomingSessions } from '../../projections/sessions.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, ProfileFor } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { conflictsOf } from './conflicts-of.ts'

export type FlagConflicts = ReturnType<typeof createFlagConflicts>

/**
 * Compares sessions that are to come with the calendars as they are now, and with who may sit. What stands against one is flagged on its case;
 * what does not any more is cleared.
 */
export function createFlagConflicts({
  db,
  execute,
  clock,
  profileFor,
}: {
  db: Database
  execute: Execute
  clock: () => Date
  profileFor: ProfileFor
}) {
  /** By which their sessions are found, whatever id they have on its case. */
  const known = async (id: string, now: Date) =>
    id === ''
      ? undefined
      : { id, keys: [id, ...((await alsoKnown(db, [id], dayOf(now))).get(id)?.keys ?? [])] }

  return async (participantId: string, signal?: AbortSignal): Promise<number> => {
    const now = clock()
    let flagged = 0
    for (const placed of await upcomingSessions(db, { who: await known(participantId, now), now })) {
      if (signal?.aborted) return flagged
      const { caseId, sessionId, slot } = placed
      const conflicts = await conflictsOf(db, placed, { now, profile: await profileFor(db) })
      const request = { at: clock(), actor: systemActor, correlationId: newId('req', now, randomBytes(10)) }
      const command = { type: 'flagConflicts' as const, caseId, sessionId, conflicts, of: slot }
      flagged += await execute(session, request, command, ({ events }) => (events.length > 0 ? 1 : 0))
    }
    return flagged
  }
}
