import { createHash, randomBytes } from 'node:crypto'
import type {
  DistributionRunDetail as RunDetail,
  DistributionRunList as RunList,
} from '@portico/contract/distribution'
import type { Actor } from '@portico/contract/envelope'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { dayOf } from '../../core/time/moments.ts'
import { batchSize, type Levers, planDistribution, type Reason } from '../../core/work/distribution.ts'
import { work } from '../../core/work/work.ts'
import { isReady, readyCasesFor } from '../../projections/ready-cases.ts'
import type { Database } from '../../store/db.ts'
import { addJobs } from '../../store/jobs.ts'
import { answerOnce } from '../engine/answer-once.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { conflictedCases } from '../work/assignees.ts'
import { type RankingRead, ranking } from './ranking.ts'
import { sentenceFor } from './reason-sentences.ts'
import { receiversOf, type SightOf } from './receivers.ts'
import { findRun, listRuns, type RunSight, type RunsRead } from './runs.ts'
import { simulateLevers } from './simulate-levers.ts'

export type Distribution = ReturnType<typeof openDistribution>

/**
 * Distributes cases on request. A run is planned and stored in one transaction, one run at a time; then each case is
 * given by its own command. An interrupted run is finished by its job.
 */
export function openDistribution(options: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  clock: () => Date
  sightOf: SightOf
}) {
  const { db, execute, profileFor, clock, sightOf } = options

  const plan = (request: Request, memberId: string): Promise<string> =>
    answerOnce(db, request, async (tx) => {
      const { at, actor } = request
      const profile = await profileFor(db)
      const { levers, distribution, dockets } = profile
      await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.distribution'))`)
      const [receiver] = await receiversOf(tx, distribution, sightOf, { memberId })
      if (!receiver) {
        throw new Refusal(
          'stateForbids',
          'Cases are distributed only to active members whose role decides them.',
        )
      }
      const limit = batchSize(levers, receiver)
      const ready = await readyCasesFor(tx, distribution, {
        receiver,
        levers,
        dockets: dockets.map(({ name }) => name),
        limit,
        now: at,
      })
      const barred = await conflictedCases(tx, memberId, {
        caseIds: ready.map(({ caseId }) => caseId),
        today: dayOf(at),
        profile,
      })
      const cases = ready.filter(({ caseId }) => !barred.has(caseId))
      const { gifts, refused } = planDistribution({ levers, receivers: [receiver], cases, now: at })
      const tooMany = refused[0]
      if (tooMany) {
        throw new Refusal(
          'stateForbids',
          `Too many of their cases are waiting: more can be requested once there are ${tooMany.mostWaiting} or fewer.`,
        )
      }
      const runId = newId('run', at, randomBytes(10))
      await tx.rows(
        `insert into distribution_runs (id, member_id, member_name, actor, at, levers, batch_size, waiting)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [runId, memberId, receiver.name, actor, at, JSON.stringify(levers), limit, receiver.waiting],
      )
      await tx.rows(
        `insert into distribution_gifts (run_id, place, case_id, task_id, reasons, state)
         select $1, g.place, g."caseId", g."taskId", g.reasons, 'planned'
         from jsonb_to_recordset($2) as g (place int, "caseId" text, "taskId" text, reasons jsonb)`,
        [runId, JSON.stringify(gifts.map((gift, index) => ({ ...gift, place: index + 1 })))],
      )
      await addJobs(tx, [{ name: 'distribute', key: runId, payload: { runId } }])
      return runId
    })

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

  return {
    carryOut,

    async ask(request: Request, memberId: string, sight: RunSight): Promise<RunDetail> {
      const runId = await plan(request, memberId)
      await carryOut(runId)
      return findRun(db, runId, { ...sight, profile: await profileFor(db) })
    },

    run: async (runId: string, sight: RunSight): Promise<RunDetail> =>
      findRun(db, runId, { ...sight, profile: await profileFor(db) }),
    runs: (read: RunsRead, sight: RunSight): Promise<RunList> => listRuns(db, read, sight),
    ranking: async (read: RankingRead) => ranking(db, await profileFor(db), read),
    simulate: async (changed: Partial<Levers>, now: Date, sight: RunSight) =>
      simulateLevers(db, { profile: await profileFor(db), sightOf, sight }, changed, now),
  }
}

type PlannedRun = { id: string; member_id: string; member_name: string; actor: Actor }
type PlannedGift = { place: number; case_id: string; task_id: string; reasons: Reason[] }
