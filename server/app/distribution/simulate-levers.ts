import type { LeverSimulation as Simulation } from '@portico/contract/distribution'
import type { Profile } from '@portico/contract/profile'
import { refuseUnknownWord } from '../../core/kernel/known-words.ts'
import {
  batchSize,
  type Gift,
  type Levers,
  type Plan,
  planDistribution,
} from '../../core/work/distribution.ts'
import { type ReadyRow, readyCasesForAll } from '../../projections/ready-cases.ts'
import type { Queryable } from '../../store/db.ts'
import { type NamedReceiver, receiversOf, type SightOf } from './receivers.ts'
import type { RunSight } from './runs.ts'

const mostMoves = 100
/** A larger round is cut off here, for both sets of levers alike. */
const mostCases = 20_000

/**
 * Simulates a round in which every eligible member asks once, with the levers in force and with others. Changes
 * nothing.
 */
export async function simulateLevers(
  db: Queryable,
  {
    profile,
    sightOf,
    sight,
  }: {
    profile: Profile
    sightOf: SightOf
    sight: RunSight
  },
  changed: Partial<Levers>,
  now: Date,
): Promise<Simulation> {
  const { levers, distribution } = profile
  const dockets = profile.dockets.map(({ name }) => name)
  for (const { docket } of changed.docketGoals ?? []) refuseUnknownWord('docket', docket, dockets)
  const others: Levers = { ...levers, ...changed }
  // Neither the moves nor the counts reveal cases that the caller does not see.
  const receivers = await receiversOf(db, distribution, sightOf, { sight })
  const total = (of: Levers) => receivers.reduce((sum, receiver) => sum + batchSize(of, receiver), 0)
  const limit = Math.min(mostCases, Math.max(total(levers), total(others)))
  const cases = await readyCasesForAll(db, distribution, { ...sight, dockets, limit })
  const [before, after] = [levers, others].map((of) =>
    planDistribution({ levers: of, receivers, cases, now }),
  ) as [Plan, Plan]
  const moves = movesBetween(before.gifts, after.gifts, receivers)
  return {
    simulation: {
      inForce: outcome(levers, before, receivers, cases),
      changed: outcome(others, after, receivers, cases),
      moved: moves.length,
      moves: moves.slice(0, mostMoves),
    },
  }
}

function outcome(levers: Levers, { gifts, refused }: Plan, receivers: NamedReceiver[], cases: ReadyRow[]) {
  const docketOf = new Map(cases.map(({ caseId, docket }) => [caseId, docket]))
  return {
    levers,
    cases: gifts.length,
    byDocket: counted(gifts.map(({ caseId }) => docketOf.get(caseId) ?? null)).map(([docket, count]) => ({
      docket,
      cases: count,
    })),
    byReason: counted(gifts.map(({ reasons }) => reasons[0]?.because ?? 'docketNumber')).map(
      ([because, count]) => ({ because, cases: count }),
    ),
    members: receivers.map(({ memberId, name, waiting }) => ({
      id: memberId,
      name,
      waiting,
      cases: gifts.filter((gift) => gift.memberId === memberId).length,
      mayAsk: !refused.some((one) => one.memberId === memberId),
    })),
  }
}

function movesBetween(before: Gift[], after: Gift[], receivers: NamedReceiver[]) {
  const names = new Map(receivers.map(({ memberId, name }) => [memberId, name]))
  const person = (id: string | undefined) => (id === undefined ? null : { id, name: names.get(id) ?? id })
  const from = new Map(before.map(({ caseId, memberId }) => [caseId, memberId]))
  const to = new Map(after.map(({ caseId, memberId }) => [caseId, memberId]))
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((caseId) => from.get(caseId) !== to.get(caseId))
    .map((caseId) => ({ caseId, from: person(from.get(caseId)), to: person(to.get(caseId)) }))
}

function counted<Key>(keys: readonly Key[]): [Key, number][] {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
}
