import { randomBytes } from 'node:crypto'
import type { MovedTask } from '@portico/contract/profile-versions'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { teamAssignee } from '../../core/work/draft.ts'
import { priority } from '../../core/work/priority.ts'
import { work } from '../../core/work/work.ts'
import type { ProfileMoves } from '../../profile/moves.ts'
import type { Database } from '../../store/db.ts'
import { markApplied, nextToApply } from '../../store/profile-versions.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { casesByAge, casesToMove, tasksToMove } from './moves.ts'
import type { Profiles } from './profiles.ts'

export type ApplyProfile = (signal?: AbortSignal) => Promise<void>

/**
 * Moves current work to where the profile in force has it, case by case, as any change of a case. Versions are taken
 * in their order, so that a task goes through each of them; what was done before a stop is not done again.
 */
export function createApplyProfile(options: {
  db: Database
  profiles: Profiles
  execute: Execute
  clock: () => Date
}): ApplyProfile {
  const { db, profiles, execute, clock } = options
  const call = () => ({
    at: clock(),
    actor: systemActor,
    correlationId: newId('req', clock(), randomBytes(10)),
  })

  const reassign = ({ caseId, taskId, from, to }: MovedTask, why: string) =>
    unlessSettled(
      execute(
        work,
        call(),
        {
          caseId,
          async underLock(tx, profile) {
            const [row] = await tx.rows<{ id: string }>(
              `select task_id as id from tasks where case_id = $1 and task_id = $2 and closed_at is null
                 and assignee_kind = 'team' and assignee_id = $3`,
              [caseId, taskId, from],
            )
            if (!row) throw new Refusal('stateForbids', `The task ${taskId} has moved on.`)
            const assignee = teamAssignee({ profile }, to)
            return { type: 'assignTask' as const, caseId, taskId, assignee, why }
          },
        },
        ({ events }) => events.length > 0,
      ),
    )

  const settle = (caseId: string) =>
    unlessSettled(
      execute(
        work,
        call(),
        { type: 'settle', caseId, newId: newId('evt', clock(), randomBytes(10)) },
        ({ events }) => events.length > 0,
      ),
    )

  /** Whether that advanced it, or took it back: the day on which it will be is set anew in any case. */
  const weighAge = (caseId: string) => {
    const event = { id: newId('evt', clock(), randomBytes(10)), at: clock().toISOString() }
    return unlessSettled(
      execute(priority, call(), { type: 'weighAge', caseId, event }, ({ events }) =>
        events.some(({ type }) => type === 'case.advanced'),
      ),
    )
  }

  return async (signal) => {
    for (;;) {
      const next = await nextToApply<ProfileMoves>(db)
      if (!next) return
      const { number, why, moves } = next
      const done = { tasks: 0, cases: 0, advances: 0 }
      if (moves.standings) {
        for await (const page of casesToMove(db, await profiles.inForceFor(db), 'sentence')) {
          for (const { caseId } of page) {
            signal?.throwIfAborted()
            if (await settle(caseId)) done.cases += 1
          }
        }
      }
      for await (const page of tasksToMove(db, moves.teams)) {
        for (const task of page) {
          signal?.throwIfAborted()
          if (await reassign(task, why)) done.tasks += 1
        }
      }
      if (moves.ages) {
        for await (const page of casesByAge(db, await profiles.inForceFor(db), clock())) {
          for (const { caseId } of page) {
            signal?.throwIfAborted()
            if (await weighAge(caseId)) done.advances += 1
          }
        }
      }
      await markApplied(db, number, { at: clock(), ...done })
    }
  }
}

/** What somebody has closed, taken or purged meanwhile stays as they have it. */
async function unlessSettled(change: Promise<boolean>): Promise<boolean> {
  try {
    return await change
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'stateForbids' || error.code === 'notFound')) return false
    throw error
  }
}
