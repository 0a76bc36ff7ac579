import { randomBytes } from 'node:crypto'
import { newId } from '../../core/kernel/ids.ts'
import { type Opening, work } from '../../core/work/work.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

const batchSize = 200

/**
 * Starts the work on cases that an older version left without any. A failure is retried the next time and does not
 * block the others.
 */
export function createBeginWork({
  db,
  execute,
  clock,
}: {
  db: Database
  execute: Execute
  clock: () => Date
}) {
  return async (signal?: AbortSignal): Promise<number> => {
    let begun = 0
    const failures: unknown[] = []
    const end = () => {
      if (failures.length > 0) throw failures[0]
      return begun
    }
    for (let last = ''; !signal?.aborted; ) {
      const rows = await db.rows<{ case_id: string }>(
        `select case_id from case_work where status is null and case_id > $1 order by case_id limit $2`,
        [last, batchSize],
      )
      for (const { case_id: caseId } of rows) {
        if (signal?.aborted) return begun
        const at = clock()
        const request = { at, actor: systemActor, correlationId: newId('req', at, randomBytes(10)) }
        const underLock = async (tx: Queryable) => ({
          type: 'begin' as const,
          caseId,
          opening: await openingOf(tx, caseId),
        })
        try {
          begun += await execute(work, request, { caseId, underLock }, ({ events }) =>
            events.length > 0 ? 1 : 0,
          )
        } catch (error) {
          failures.push(error)
        }
      }
      if (rows.length < batchSize) return end()
      last = rows.at(-1)?.case_id ?? ''
    }
    return end()
  }
}

export type BeginWork = ReturnType<typeof createBeginWork>

async function openingOf(tx: Queryable, caseId: string) {
  const [row] = await tx.rows<{ id: string; at: Date; data: Opening['data'] }>(
    `select id, at, data from events where case_id = $1 and type = 'case.opened'`,
    [caseId],
  )
  if (!row) throw new Error(`the case ${caseId} has no opening`)
  return { id: row.id, at: row.at.toISOString(), data: row.data }
}
