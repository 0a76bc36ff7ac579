import { createHash } from 'node:crypto'
import type { Actor } from '@portico/contract/envelope'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Reason } from '../../core/work/distribution.ts'
import { work } from '../../core/work/work.ts'
import { isReady } from '../../projections/ready-cases.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { sentenceFor } from './reason-sentences.ts'

/** Gives the cases of a planned run, each by its own command, and finishes the run. */
export function createCarryOutRun({
  db,
  execute,
  profileFor,
  clock,
}: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  clock: () => Date
}) {
  const give = async (run: PlannedRun, gift: PlannedGift) => {
    const words = await profileFor(db)
    const { case_id: caseId, task_id: taskId, place, reasons } = gift
    const key = `${run.id} ${place}`
    const request: Request = {
      at: clock(),
      actor: systemActor,
      onBehalfOf: run.actor,
      correlationId: run.id,
      // Given just before a crash but not marked as given: the retry gets the first answer.
      idempotency: { key, fingerprint: createHash('sha256').update(key).digest() },
      refuse: async (tx) => {
        if (await isReady(tx, caseId, taskId)) return
        throw new Refusal('stateForbids', 'The case was no longer ready.')
      },
    }
    const command = {
      type: 'completeTask' as const,
      caseId,
      taskId,
      outcome: words.distribution.outcome,
      person: { kind: 'person' as const, id: run.member_id, name: run.member_name },
      note: reasons.map((reason) => sentenceFor(reason, words)).join(' '),
    }
    const ended = await execute(work, request, command, () => ({ state: 'given', why: null })).catch(
      (error) => {
        if (error instanceof Refusal) return { state: 'passedOver', why: error.message }
        throw error
      },
    )
    // Its job may be at it at the same time, and have been luckier.
    await db.rows(
      `update distribution_gifts set state = $3, why = $4
       where run_id = $1 and place = $2 and (state = 'planned' or $3 = 'given')`,
      [run.id, place, ended.state, ended.why],
    )
  }

  const carryOut = async (runId: string): Promise<void> => {
    const [run] = await db.rows<PlannedRun>(
      `select id, member_id, member_name, actor from distribution_runs where id = $1 and finished_at is null`,
      [runId],
    )
    if (!run) return
    const gifts = await db.rows<PlannedGift>(
      `select place, case_id, task_id, reasons from distribution_gifts
       where run_id = $1 and state = 'planned' order by place`,
      [runId],
    )
    for (const gift of gifts) await give(run, gift)
    await db.rows(`update distribution_runs set finished_at = $2 where id = $1`, [runId, clock()])
  }

  return carryOut
}

type PlannedRun = { id: string; member_id: string; member_name: string; actor: Actor }
type PlannedGift = { place: number; case_id: string; task_id: string; reasons: Reason[] }
