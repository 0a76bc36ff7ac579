import type { RankedCase, Ranking } from '@portico/contract/distribution'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { dueDate, keptUntil, rankReason } from '../../core/work/distribution.ts'
import { isPlaceOf, type QueuePlace } from '../../projections/queue-places.ts'
import { type ReadyRow, rankedCases } from '../../projections/ready-cases.ts'
import type { Queryable } from '../../store/db.ts'
import { cursorOf, partsOf } from '../work/cursor.ts'
import { rankSentence } from './reason-sentences.ts'

export type RankingRead = {
  docket?: string | undefined
  after?: string | undefined
  limit?: number | undefined
  mostSensitivity: number
  barredCaseIds?: readonly string[]
  now: Date
}

/** The national list of cases ready for distribution, each with the reason for its rank. */
export async function ranking(db: Queryable, profile: Profile, options: RankingRead): Promise<Ranking> {
  const { docket, limit = 50, mostSensitivity, barredCaseIds, now } = options
  if (docket !== undefined) refuseUnknownWord('docket', docket, namesOf(profile.dockets))
  const after = options.after === undefined ? undefined : placeOf(options.after)
  const rows = await rankedCases(db, profile.distribution, {
    docket,
    after: after?.place,
    mostSensitivity,
    barredCaseIds,
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const ranked = after?.rank ?? 0
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    cases: shown.map((row, index) => rankedCase(row, ranked + index + 1, profile, now)),
    ...(last ? { next: cursorOf([last.place.keys, last.place.taskId, ranked + shown.length]) } : {}),
  }
}

function rankedCase(row: ReadyRow, rank: number, profile: Profile, now: Date): RankedCase {
  const { levers } = profile
  const due = dueDate(row, levers)
  const until = keptUntil(row, levers, now)
  return {
    rank,
    caseId: row.caseId,
    docketNumber: row.docketNumber,
    docket: row.docket,
    docketDate: row.docketDate,
    advanced: row.advanced,
    isCourtRemand: row.isCourtRemand,
    why: rankSentence(rankReason(row), profile),
    readySince: row.readySince,
    ...(due === undefined ? {} : { due }),
    ...(until && row.tie ? { keptFor: { id: row.tie.memberId, name: row.tieName ?? '', until } } : {}),
  }
}

function placeOf(cursor: string): { place: QueuePlace; rank: number } {
  const [keys, taskId, rank] = partsOf(cursor)
  if (!isPlaceOf('priority', { keys, taskId }) || !Number.isSafeInteger(rank)) {
    throw new Refusal('invalid', 'after must be the next of an earlier page of this list.')
  }
  return { place: { keys, taskId } as QueuePlace, rank: rank as number }
}
