import { randomBytes } from 'node:crypto'
import type { Permissions } from '../../../auth/can.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { session } from '../../../core/session/session.ts'
import { dayOf } from '../../../core/time/moments.ts'
import { alsoKnown } from '../../../projections/same-person.ts'
import { upcomingSessions } from '../../../projections/sessions.ts'
import type { Database } from '../../../store/db.ts'
import type { Execute, ProfileFor } from '../../engine/execute.ts'
import { systemActor } from '../../engine/system-actor.ts'
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
  mayRead,
}: {
  db: Database
  execute: Execute
  clock: () => Date
  profileFor: ProfileFor
  mayRead: Permissions['mayRead']
}) {
  /** By which their sessions are found, whatever id they have on its case. */
  const known = async (id: string, now: Date) =>
    id === ''
      ? undefined
      : { id, keys: [id, ...((await alsoKnown(db, [id], dayOf(now))).get(id)?.keys ?? [])] }

  return async (
    of: { participantId: string } | { caseId: string },
    signal?: AbortSignal,
  ): Promise<number> => {
    const now = clock()
    let flagged = 0
    const asked = 'caseId' in of ? of : { who: await known(of.participantId, now) }
    for (const placed of await upcomingSessions(db, { ...asked, now })) {
      if (signal?.aborted) return flagged
      const { caseId, sessionId, slot } = placed
      const conflicts = await conflictsOf(db, placed, { now, profile: await profileFor(db), mayRead })
      const request = { at: clock(), actor: systemActor, correlationId: newId('req', now, randomBytes(10)) }
      const command = { type: 'flagConflicts' as const, caseId, sessionId, conflicts, of: slot }
      flagged += await execute(session, request, command, ({ events }) => (events.length > 0 ? 1 : 0))
    }
    return flagged
  }
}
