import { randomBytes } from 'node:crypto'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { dayOf } from '../../core/time/moments.ts'
import { batchSize, planDistribution } from '../../core/work/distribution.ts'
import { readyCasesFor } from '../../projections/ready-cases.ts'
import type { Database } from '../../store/db.ts'
import { addJobs } from '../../store/jobs.ts'
import { answerOnce } from '../engine/answer-once.ts'
import type { ProfileFor, Request } from '../engine/execute.ts'
import { conflictedCases } from '../work/assignees.ts'
import { receiversOf, type SightOf } from './receivers.ts'

/** Plans a run of distribution and stores it, one run at a time. */
export function createPlanRun({
  db,
  profileFor,
  sightOf,
}: {
  db: Database
  profileFor: ProfileFor
  sightOf: SightOf
}) {
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

  return plan
}
