import type { UntriedCondition } from '@portico/contract/boilerplate'
import { conditionsOf } from '../../profile/try-entry.ts'
import { listTrials, trialKey } from '../../store/boilerplate-trials.ts'
import type { Database } from '../../store/db.ts'
import type { ProfileFor } from '../engine/execute.ts'
/** The conditions of boilerplate that have not been seen both true and false. */
export const createListUntried =
  ({ db, profileFor }: { db: Database; profileFor: ProfileFor }) =>
  async ({
    entryId,
    after = 0,
    limit,
  }: {
    entryId?: string | undefined
    after?: number | undefined
    limit: number
  }) => {
    const [{ boilerplate }, seen] = await Promise.all([profileFor(db), listTrials(db)])
    const all = boilerplate
      .filter(({ name }) => entryId === undefined || name === entryId)
      .flatMap(conditionsOf)
    const untried = all.flatMap((condition): UntriedCondition[] => {
      const missing = ([true, false] as const).filter((holds) => !seen.has(trialKey({ ...condition, holds })))
      return missing.length > 0
        ? [{ ...condition, missing: missing.map((holds) => `${holds}` as const) }]
        : []
    })
    const conditions = untried.slice(after, after + limit)
    const end = after + conditions.length
    return {
      conditions,
      count: untried.length,
      of: all.length,
      ...(end < untried.length ? { next: String(end) } : {}),
    }
  }
