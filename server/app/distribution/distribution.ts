import type {
  DistributionRunDetail as RunDetail,
  DistributionRunList as RunList,
} from '@portico/contract/distribution'
import type { Levers } from '../../core/work/distribution.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { createCarryOutRun } from './carry-out-run.ts'
import { createPlanRun } from './plan-run.ts'
import { type RankingRead, ranking } from './ranking.ts'
import type { SightOf } from './receivers.ts'
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

  const plan = createPlanRun({ db, profileFor, sightOf })
  const carryOut = createCarryOutRun({ db, execute, profileFor, clock })

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
