import type {
  DistributionRun as Run,
  DistributionRunDetail as RunDetail,
  DistributionRunList as RunList,
} from '@portico/contract/distribution'
import type { Actor } from '@portico/contract/envelope'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Levers, Reason } from '../../core/work/distribution.ts'
import type { Queryable } from '../../store/db.ts'
import { sentenceFor } from './reason-sentences.ts'

export type RunsRead = {
  memberId?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}

/** The caller and the cases they may see. */
export type RunSight = { id?: string; mostSensitivity: number; barredCaseIds?: readonly string[] }

/** The highest possible sensitivity. */
const mostSensitive = 9

/** Only the cases that the caller may see. */
export async function findRun(
  db: Queryable,
  runId: string,
  { profile, ...sight }: RunSight & { profile: Profile },
): Promise<RunDetail> {
  const { mostSensitivity, barredCaseIds = [] } = sight
  const [run] = await db.rows<RunRow>(`${runs} where r.id = $3`, [mostSensitivity, barredCaseIds, runId])
  if (!run) throw new Refusal('notFound', 'There is no run with this id.')
  const gifts = await db.rows<GiftRow>(
    `select g.case_id, c.docket_number, g.reasons, g.state, g.why
     from distribution_gifts g left join cases c using (case_id) left join case_work w using (case_id)
     where g.run_id = $1 and coalesce(w.sensitivity, 0) <= $2 and g.case_id <> all($3::text[])
     order by g.place`,
    [runId, mostSensitivity, barredCaseIds],
  )
  return {
    run: {
      ...runOf(run, sight),
      cases: gifts.map((gift) => ({
        caseId: gift.case_id,
        docketNumber: gift.docket_number ?? '',
        why: gift.reasons.map((reason) => sentenceFor(reason, profile)),
        state: gift.state,
        ...(gift.why === null ? {} : { passedOverWhy: gift.why }),
      })),
    },
  }
}

/** Most recent first; `after` is the ID of the last run of the previous page. */
export async function listRuns(
  db: Queryable,
  { memberId, after, limit = 50 }: RunsRead,
  sight: RunSight,
): Promise<RunList> {
  const { mostSensitivity, barredCaseIds = [] } = sight
  const rows = await db.rows<RunRow>(
    `${runs} where ($3::text is null or r.member_id = $3)
       and ($4::text is null or (r.at, r.id) < (select at, id from distribution_runs where id = $4))
     order by r.at desc, r.id desc limit $5`,
    [mostSensitivity, barredCaseIds, memberId ?? null, after ?? null, limit + 1],
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { runs: shown.map((row) => runOf(row, sight)), ...(last ? { next: last.id } : {}) }
}

/** Counts only the cases that the caller may see. */
const runs = `select r.id, r.member_id, r.member_name, r.actor, r.at, r.levers, r.batch_size, r.waiting,
    r.finished_at is not null as is_finished,
    (select count(*)::int from distribution_gifts g
      where g.run_id = r.id and g.state = 'given' and g.case_id <> all($2::text[])
        and (select s.level > $1 from sensitive_cases s where s.case_id = g.case_id) is not true) as given
  from distribution_runs r`

type RunRow = {
  id: string
  member_id: string
  member_name: string
  actor: Actor
  at: Date
  levers: Levers
  batch_size: number
  waiting: number
  is_finished: boolean
  given: number
}

type GiftRow = {
  case_id: string
  docket_number: string | null
  reasons: Reason[]
  state: 'planned' | 'given' | 'passedOver'
  why: string | null
}

/** The backlog was counted at that time: it is shown to the member, and to those who see every case. */
function runOf(row: RunRow, { id, mostSensitivity, barredCaseIds = [] }: RunSight): Run {
  const seesAll = mostSensitivity >= mostSensitive && barredCaseIds.length === 0
  return {
    id: row.id,
    member: { id: row.member_id, name: row.member_name },
    askedBy: row.actor.name,
    at: row.at.toISOString(),
    levers: row.levers,
    batchSize: row.batch_size,
    ...(seesAll || id === row.member_id ? { waiting: row.waiting } : {}),
    isFinished: row.is_finished,
    given: row.given,
  }
}
