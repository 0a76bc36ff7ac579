import { randomBytes } from 'node:crypto'
import { newId } from '../../core/kernel/ids.ts'
import { work } from '../../core/work/work.ts'
import type { Database } from '../../store/db.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

const batchSize = 100

/**
 * Fires due timers. Safe to run in several processes: a timer fires under the lock of its case, and one that has fired
 * or stopped meanwhile is skipped. A failure is retried the next time and does not block the others.
 */
export function createFireTimers({
  db,
  execute,
  clock,
  held = async () => new Set(),
}: {
  db: Database
  execute: Execute
  clock: () => Date
  /** Cases whose timers wait. */
  held?: () => Promise<ReadonlySet<string>>
}) {
  return async (signal?: AbortSignal): Promise<number> => {
    let fired = 0
    const failures: unknown[] = []
    const end = () => {
      if (failures.length > 0) throw failures[0]
      return fired
    }
    for (let after = { due: new Date(0), timerId: '' }; !signal?.aborted; ) {
      const now = clock()
      const due = await db.rows<{ case_id: string; timer_id: string; due_at: Date }>(
        `select case_id, timer_id, due_at from timers
         where due_at <= $1 and (due_at, timer_id) > ($2, $3) order by due_at, timer_id limit $4`,
        [now, after.due, after.timerId, batchSize],
      )
      const waiting = due.length > 0 ? await held() : new Set()
      for (const { case_id: caseId, timer_id: timerId } of due) {
        if (signal?.aborted) return fired
        if (waiting.has(caseId)) continue
        const request = { at: now, actor: systemActor, correlationId: newId('req', now, randomBytes(10)) }
        const command = { type: 'fireTimer' as const, caseId, timerId }
        try {
          fired += await execute(work, request, command, ({ events }) => (events.length > 0 ? 1 : 0))
        } catch (error) {
          failures.push(error)
        }
      }
      const last = due.at(-1)
      if (!last || due.length < batchSize) return end()
      after = { due: last.due_at, timerId: last.timer_id }
    }
    return end()
  }
}

export type FireTimers = ReturnType<typeof createFireTimers>
