import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Permissions } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { work } from '../../core/work/work.ts'
import { queueTasks } from '../../projections/queue-pages.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { reasonLost } from './assignees.ts'

const mostTasks = 10_000

export type ReleaseTasks = ReturnType<typeof createReleaseTasks>

/** Gives the tasks back to their teams that a member may not have any more, after their roles or clearance changed. */
export function createReleaseTasks({
  db,
  execute,
  clock,
  mayRead,
}: {
  db: Database
  execute: Execute
  clock: () => Date
  mayRead: Permissions['mayRead']
}) {
  return async (memberId: string, signal?: AbortSignal): Promise<void> => {
    const filter = { isOpen: true, assignees: [`person:${memberId}`], mostSensitivity: 1000 }
    for (const task of await queueTasks(db, filter, mostTasks)) {
      if (signal?.aborted) return
      const at = clock()
      const held = { ...task, personId: memberId }
      const underLock = async (tx: Queryable, profile: Profile) => {
        const why = await reasonLost(tx, held, { context: { at, profile }, mayRead })
        if (why === undefined) throw new StillTheirs()
        return { type: 'releaseTask' as const, ...held, why }
      }
      const request = { at, actor: systemActor, correlationId: newId('req', at, randomBytes(10)) }
      await execute(work, request, { caseId: task.caseId, underLock }, () => null).catch((error) => {
        if (!(error instanceof StillTheirs)) throw error
      })
    }
  }
}

class StillTheirs extends Refusal {
  constructor() {
    super('stateForbids', 'The member may have the task.')
  }
}
