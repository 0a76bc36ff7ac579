import { hash } from 'node:crypto'
import type { Queryable } from './db.ts'

/** A fact reported by another system through a binding. */
export type InboundFact = {
  id: string
  port: string
  binding: string
  name: string
  /** Deleted once it is applied or dropped. */
  fact?: unknown
  receivedAt: Date
  status: FactStatus
  reason?: string
  caseId?: string
}

export type FactStatus =
  | 'received'
  /** It matches nothing known yet. */
  | 'unmatched'
  /** The case refused it. */
  | 'refused'
  | 'applied'
  | 'dropped'

type NewFact = {
  id: string
  port: string
  binding: string
  /** The ID of the message in the other system, used to ignore repeats. */
  messageId: string
  name: string
  fact: unknown
  at: Date
}

/** Stores and queues a fact in one statement; repeats are ignored. */
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

/** The facts waiting for a person, oldest first. */
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

/** Facts not processed yet, and unmatched ones that may match by now. */
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

/** Whether the fact is still unsettled; locks it until the transaction ends. */
export async function lockWaitingFact(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.rows(
    `select from inbound_facts where id = $1 and status in ('received', 'unmatched', 'refused') for update`,
    [id],
  )
  return rows.length > 0
}

/**
 * Settles a fact unless it is already settled. A fact refused after a manual match stays refused for a concurrent automatic
 * attempt, unless that applied it.
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

/** Whether a case was purged. */
export async function isPurged(tx: Queryable, caseId: string): Promise<boolean> {
  const rows = await tx.rows(`select 1 from case_streams where case_id = $1 and purged_at is not null`, [
    caseId,
  ])
  return rows.length > 0
}

/** The ID of a fact's message in the other system, if this binding reported it. */
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
