import { hash } from 'node:crypto'
import type { Queryable } from './db.ts'

/** Something that another system has reported through a binding. */
export type InboundFact = {
  id: string
  port: string
  binding: string
  name: string
  /** Not there any more once it is settled: what it said is on the case, or nobody wanted it. */
  fact?: unknown
  receivedAt: Date
  status: FactStatus
  reason?: string
  caseId?: string
}

export type FactStatus =
  | 'received'
  /** It belongs to nothing that is known yet. */
  | 'unmatched'
  /** The case does not take it. */
  | 'refused'
  | 'applied'
  | 'dropped'

type NewFact = {
  id: string
  port: string
  binding: string
  /** What the other system calls the message: under one id it counts once. */
  messageId: string
  name: string
  fact: unknown
  at: Date
}

/** Kept and queued in one statement, so that it is durable when this returns; a repeat changes nothing. */
export async function keepFact(db: Queryable, { messageId, ...fact }: NewFact): Promise<void> {
  await db.rows(
    `with kept as (
       insert into inbound_facts (id, port, binding, message_hash, message_id, name, fact, received_at, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'received')
       on conflict (port, binding, message_hash) do nothing returning id
     )
     select graphile_worker.add_job('applyFact', payload := json_build_object('factId', id),
       job_key := 'applyFact:' || id, max_attempts := 12)
     from kept`,
    [
      fact.id,
      fact.port,
      fact.binding,
      hash('sha256', messageId, 'buffer'),
      messageId,
      fact.name,
      JSON.stringify(fact.fact),
      fact.at,
    ],
  )
}

const columns = `id, port, binding, name, fact, received_at as "receivedAt", status, reason, case_id as "caseId"`

type Row = Omit<InboundFact, 'reason' | 'caseId'> & { reason: string | null; caseId: string | null }

const fromRow = ({ reason, caseId, ...row }: Row): InboundFact => ({
  ...row,
  ...(reason === null ? {} : { reason }),
  ...(caseId === null ? {} : { caseId }),
})

export async function findFact(db: Queryable, id: string): Promise<InboundFact | undefined> {
  const [row] = await db.rows<Row>(`select ${columns} from inbound_facts where id = $1`, [id])
  return row && fromRow(row)
}

/** What waits for somebody, the oldest first. */
export async function listWaitingFacts(
  db: Queryable,
  read: {
    after?: string | undefined
    limit: number
    port?: string | undefined
    binding?: string | undefined
  },
): Promise<InboundFact[]> {
  const rows = await db.rows<Row>(
    `select ${columns} from inbound_facts
     where status in ('unmatched', 'refused') and ($1::text is null or id > $1)
       and ($3::text is null or port = $3) and ($4::text is null or binding = $4)
     order by id limit $2`,
    [read.after ?? null, read.limit, read.port ?? null, read.binding ?? null],
  )
  return rows.map(fromRow)
}

/** Those that were never looked at, and those that may belong to something by now. */
export async function factsToTry(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from inbound_facts
     where status = 'received' or status = 'unmatched' and received_at >= $1 order by number limit 1000`,
    [since],
  )
  return rows.map(({ id }) => id)
}

export async function unmatchedOf(
  db: Queryable,
  { port, binding }: { port: string; binding: string },
  since: Date,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from inbound_facts
     where status = 'unmatched' and port = $1 and binding = $2 and received_at >= $3 order by number limit 50`,
    [port, binding, since],
  )
  return rows.map(({ id }) => id)
}

/** Whether it still waits. Nobody else settles it before the transaction is over. */
export async function lockWaitingFact(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.rows(
    `select from inbound_facts where id = $1 and status in ('received', 'unmatched', 'refused') for update`,
    [id],
  )
  return rows.length > 0
}

/**
 * Whether it still waited: what is settled stays so. What was refused meanwhile, to somebody who matched it, stays refused
 * for a try by itself that knew nothing of it, unless that has found its case.
 */
export async function settleFact(
  tx: Queryable,
  id: string,
  settled: { status: FactStatus; at: Date; reason?: string; caseId?: string; by?: string },
): Promise<boolean> {
  const rows = await tx.rows(
    `update inbound_facts set status = $2, reason = $3, case_id = coalesce($4, case_id),
       settled_at = case when $2 in ('applied', 'dropped') then $5::timestamptz end, settled_by = $6,
       fact = case when $2 in ('applied', 'dropped') then null else fact end
     where id = $1 and (status in ('received', 'unmatched')
       or status = 'refused' and ($6::text is not null or $2 = 'applied'))
     returning 1`,
    [id, settled.status, settled.reason ?? null, settled.caseId ?? null, settled.at, settled.by ?? null],
  )
  return rows.length > 0
}

/** Whether a case that was purged is what a fact is of. */
export async function isPurged(tx: Queryable, caseId: string): Promise<boolean> {
  const rows = await tx.rows(`select 1 from case_streams where case_id = $1 and purged_at is not null`, [
    caseId,
  ])
  return rows.length > 0
}

/** What the other system called the message of a fact, if a binding reported it. */
export async function messageOf(
  db: Queryable,
  id: string,
  { port, binding }: { port: string; binding: string },
): Promise<string | undefined> {
  const [row] = await db.rows<{ messageId: string | null }>(
    `select message_id as "messageId" from inbound_facts where id = $1 and port = $2 and binding = $3`,
    [id, port, binding],
  )
  return row?.messageId ?? undefined
}
