import { randomBytes } from 'node:crypto'
import { newId } from '../../../core/kernel/ids.ts'
import { reminderDue } from '../../../core/session/reminders.ts'
import { session } from '../../../core/session/session.ts'
import { daysLater } from '../../../core/time/moments.ts'
import { sessionsToRemind } from '../../../projections/sessions.ts'
import type { Database } from '../../../store/db.ts'
import type { Execute, ProfileFor } from '../../engine/execute.ts'
import { systemActor } from '../../engine/system-actor.ts'

export type RemindSessions = ReturnType<typeof createRemindSessions>

/** Writes on its case that a reminder of a session is due; who is told, and how, is for the profile. Each day once. */
export function createRemindSessions({
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
  return async (signal?: AbortSignal): Promise<number> => {
    const now = clock()
    const { reminderDays } = (await profileFor(db)).sessions
    // A day more: by the clock of its zone a day may have 25 hours.
    const until = daysLater(now, Math.max(0, ...reminderDays) + 1)
    let reminded = 0
    for (const { caseId, sessionId, ...placed } of await sessionsToRemind(db, { now, until })) {
      if (signal?.aborted) return reminded
      const days = reminderDue(placed, reminderDays, now)
      if (days === undefined) continue
      const request = { at: clock(), actor: systemActor, correlationId: newId('req', now, randomBytes(10)) }
      const command = { type: 'remindSession' as const, caseId, sessionId, days, of: placed.slot }
      reminded += await execute(session, request, command, ({ events }) => (events.length > 0 ? 1 : 0))
    }
    return reminded
  }
}
