import type { Queryable } from '../db.ts'

export type ObligationStatus =
  | 'waiting'
  | 'sending'
  /** Answered; the receipt follows. */
  | 'accepted'
  | 'delivered'
  /** Given up: a dead letter. */
  | 'failed'
  | 'dropped'
  | 'cancelled'

export type Obligation = {
  number: number
  id: string
  port: string
  binding: string
  call: string
  caseId: string
  eventId: string
  eventType: string
  recipient: string | null
  channel: string | null
  status: ObligationStatus
  attempts: number
  createdAt: Date
  triedAt: Date | null
  dueAt: Date
  settledAt: Date | null
  deliveredAt: Date | null
  errorCode: string | null
  error: string | null
  keyNumber: number
}

const ledgerColumns = `number, id, port, binding, call, case_id as "caseId", event_id as "eventId",
  event_type as "eventType", recipient, channel, status, attempts, created_at as "createdAt", tried_at as "triedAt",
  due_at as "dueAt", settled_at as "settledAt", delivered_at as "deliveredAt", error_code as "errorCode", error,
  key_number as "keyNumber"`

export type LedgerFilter = {
  port?: string | undefined
  binding?: string | undefined
  caseId?: string | undefined
  statuses?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The newest first. */
export function listObligations(
  db: Queryable,
  { port, binding, caseId, statuses, from, to }: LedgerFilter,
  read: { before?: number | undefined; limit: number },
): Promise<Obligation[]> {
  return db.rows<Obligation>(
    `select ${ledgerColumns} from obligations
     where ($1::text is null or port = $1) and ($2::text is null or binding = $2)
       and ($3::text is null or case_id = $3) and ($4::text[] is null or status = any($4))
       and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)
       and ($7::bigint is null or number < $7)
     order by number desc limit $8`,
    [
      port ?? null,
      binding ?? null,
      caseId ?? null,
      statuses ?? null,
      from ?? null,
      to ?? null,
      read.before ?? null,
      read.limit,
    ],
  )
}

export async function findObligation(db: Queryable, id: string): Promise<Obligation | undefined> {
  const [row] = await db.rows<Obligation>(`select ${ledgerColumns} from obligations where id = $1`, [id])
  return row
}

/**
 * What was given up is sent again, or never. What the other side has never taken keeps its key: it may have done it and
 * lost the answer. What it has taken it would not do again under that key.
 */
export async function reviveObligation(
  tx: Queryable,
  id: string,
  { to, at }: { to: 'waiting' | 'dropped'; at: Date },
): Promise<void> {
  await tx.rows(
    `update obligations set status = $2, due_at = $3, attempts_before = attempts, failing_since = null,
       settled_at = case when $2 = 'dropped' then $3::timestamptz end,
       key_number = key_number + case when $2 = 'waiting' and is_taken then 1 else 0 end,
       is_taken = is_taken and $2 <> 'waiting'
     where id = $1 and status = 'failed'`,
    [id, to, at],
  )
}
