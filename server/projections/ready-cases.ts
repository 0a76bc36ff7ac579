import type { Levers, ReadyCase, Receiver } from '../core/work/distribution.ts'
import type { Queryable } from '../store/db.ts'
import type { QueuePlace } from './queue-places.ts'

/** Which tasks make a case ready for distribution, and who may get it. */
export type Distribution = { taskType: string; receiverRole: string }

export type ReadyRow = ReadyCase & {
  docketNumber: string
  advanced: string[]
  tieName: string | null
}

/** What is known of a ready case, and whom it is tied to; a tie to somebody who gets no cases is none. */
const facts = `
  q.case_id as "caseId", q.task_id as "taskId", q.docket, q.docket_order as "docketOrder",
  q.docket_date as "docketDate", q.docket_number as "docketNumber", q.advanced, q.priority in (0, 1) as "isAdvanced", q.priority in (0, 2) as "isCourtRemand",
  q.sensitivity, q.ready_since as "readySince",
  tie.member_id as "tieMember", tie.because as "tieBecause", tie.username as "tieName"`

const tied = `
  left join lateral (
    select k.member_id, k.because, m.username
    from case_ties k join members m on m.id = k.member_id and m.deactivated_at is null and $2 = any(m.roles)
    where k.case_id = q.case_id and (k.because = 'session' or q.priority in (0, 2))
    order by k.because = 'decision' desc limit 1
  ) tie on true`

/** Whether a tie has run out by now, or is the member's own. */
const mayHave = `q.sensitivity <= $10 and (tie.member_id is null or tie.member_id = $3
  or q.ready_since
    + make_interval(days => case when tie.because = 'decision' then $4::int
        when q.priority in (0, 1) then $5::int else $6::int end) <= $7)`

const notPlanned = `not exists (select from distribution_gifts g where g.case_id = q.case_id and g.state = 'planned')`

/**
 * All that one member might be given in a batch of `limit`: as many of those with priority, of those of each docket, and
 * of those kept for them. Whatever comes behind these cannot be in the batch.
 */
export async function readyCasesFor(
  db: Queryable,
  { taskType, receiverRole }: Distribution,
  options: { receiver: Receiver; levers: Levers; dockets: readonly string[]; limit: number; now: Date },
): Promise<ReadyRow[]> {
  const { receiver, levers, dockets, limit, now } = options
  const { session, advanced, courtRemand } = levers.affinityDays
  const rows = await db.rows<FactsRow>(
    `with urgent as (
       select ${facts} from queue_entries q ${tied}
       where q.type = $1 and q.status = 'assigned' and q.priority < 3 and ${mayHave} and ${notPlanned}
       order by q.priority, q.docket_order, q.task_id limit $8
     ),
     others as (
       select o.* from unnest($9::text[]) as d (docket) cross join lateral (
         select ${facts} from queue_entries q ${tied}
         where q.type = $1 and q.docket = d.docket and q.priority = 3 and q.status = 'assigned'
           and ${mayHave} and ${notPlanned}
         order by q.docket_order, q.task_id limit $8
       ) o
     ),
     kept as (
       select ${facts} from case_ties own join queue_entries q on q.case_id = own.case_id and q.type = $1 ${tied}
       where own.member_id = $3 and tie.member_id = $3 and q.sensitivity <= $10 and q.status = 'assigned' and q.priority = 3 and ${notPlanned}
       order by q.docket_order, q.task_id limit $8
     )
     select * from urgent union select * from others union select * from kept`,
    [
      taskType,
      receiverRole,
      receiver.memberId,
      courtRemand,
      advanced,
      session,
      now,
      limit,
      dockets,
      receiver.mostSensitivity,
    ],
  )
  return rows.map(readyCase)
}

/**
 * The first of the national list with all whom they are tied to: what a round in which everyone asks
 * can be drawn from, as far as whoever looks sees it.
 */
export async function readyCasesForAll(
  db: Queryable,
  { taskType, receiverRole }: Distribution,
  {
    dockets,
    limit,
    mostSensitivity,
    barredCaseIds = [],
  }: {
    dockets: readonly string[]
    limit: number
    mostSensitivity: number
    barredCaseIds?: readonly string[]
  },
): Promise<ReadyRow[]> {
  const isSeen = `q.sensitivity <= $5 and q.case_id <> all($6::text[])`
  const rows = await db.rows<FactsRow>(
    `with urgent as (
       select ${facts} from queue_entries q ${tied}
       where q.type = $1 and q.status = 'assigned' and q.priority < 3 and ${notPlanned} and ${isSeen}
       order by q.priority, q.docket_order, q.task_id limit $3
     ),
     others as (
       select o.* from unnest($4::text[]) as d (docket) cross join lateral (
         select ${facts} from queue_entries q ${tied}
         where q.type = $1 and q.docket = d.docket and q.priority = 3 and q.status = 'assigned' and ${notPlanned} and ${isSeen}
         order by q.docket_order, q.task_id limit $3
       ) o
     ),
     kept as (
       select ${facts} from (select distinct case_id from case_ties) own
       join queue_entries q on q.case_id = own.case_id and q.type = $1 ${tied}
       where tie.member_id is not null and q.status = 'assigned' and ${notPlanned} and ${isSeen}
       order by q.priority, q.docket_order, q.task_id limit $3
     )
     select * from urgent union select * from others union select * from kept`,
    [taskType, receiverRole, limit, dockets, mostSensitivity, barredCaseIds],
  )
  return rows.map(readyCase)
}

/** The national list of what is ready, from a place on. */
export async function rankedCases(
  db: Queryable,
  { taskType, receiverRole }: Distribution,
  {
    docket,
    after,
    mostSensitivity,
    barredCaseIds = [],
    limit,
  }: {
    docket?: string | undefined
    after?: QueuePlace | undefined
    mostSensitivity: number
    barredCaseIds?: readonly string[] | undefined
    limit: number
  },
): Promise<(ReadyRow & { place: QueuePlace })[]> {
  const rows = await db.rows<FactsRow & { priority: number }>(
    `with page as (
       select q.* from queue_entries q
       where q.type = $1 and ${docket === undefined ? '$3::text is null' : 'q.docket = $3'} and q.status = 'assigned'
         and q.sensitivity <= $4 and q.case_id <> all($6::text[])
         ${after ? 'and (q.priority, q.docket_order, q.task_id) > ($7::smallint, $8::text, $9::text)' : ''}
       order by q.priority, q.docket_order, q.task_id limit $5
     )
     select ${facts}, q.priority from page q ${tied} order by q.priority, q.docket_order, q.task_id`,
    [
      taskType,
      receiverRole,
      docket ?? null,
      mostSensitivity,
      limit,
      barredCaseIds,
      ...(after ? [...after.keys, after.taskId] : []),
    ],
  )
  return rows.map((row) => ({
    ...readyCase(row),
    place: { keys: [row.priority, row.docketOrder], taskId: row.taskId },
  }))
}

/** Asked while the case is locked: whether it can still be given. */
export async function isReady(tx: Queryable, caseId: string, taskId: string): Promise<boolean> {
  const rows = await tx.rows(
    `select from queue_entries where case_id = $1 and task_id = $2 and status = 'assigned'`,
    [caseId, taskId],
  )
  return rows.length > 0
}

type FactsRow = Omit<ReadyRow, 'readySince' | 'tie'> & {
  readySince: Date
  tieMember: string | null
  tieBecause: 'session' | 'decision' | null
}

function readyCase({ tieMember, tieBecause, readySince, ...row }: FactsRow): ReadyRow {
  return {
    ...row,
    readySince: readySince.toISOString(),
    ...(tieMember && tieBecause ? { tie: { memberId: tieMember, because: tieBecause } } : {}),
  }
}
