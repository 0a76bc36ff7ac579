import type { Queryable } from '../db.ts'
import type { BindingName } from '../port-bindings.ts'

/** What became of an attempt. */
export type Settlement = {
  id: string
  attempt: number
  status: 'waiting' | 'accepted' | 'delivered' | 'failed' | 'cancelled'
  at: Date
  /** When it may be tried again. */
  dueAt?: Date
  failingSince?: Date
  code?: string
  error?: string
  /** The other side was not called: the attempt does not count. */
  isUncalled?: boolean
  /** It is not to be sent before it is due: others need not wait for it. */
  isPutOff?: boolean
}

/**
 * An answer counts whoever has it; anything else only from whoever holds the lease. What is settled already stays so,
 * and what is moot does not wait any more. What was delivered, and was to be sent again in vain, was delivered.
 */
export async function settleObligations(
  tx: Queryable,
  by: string,
  settled: readonly Settlement[],
): Promise<void> {
  if (settled.length === 0) return
  await tx.rows(
    `update obligations o
     set status = case
         when s.status = 'waiting' and o.is_moot then 'cancelled'
         when s.status = 'cancelled' and o.is_taken and o.delivered_at is not null then 'delivered'
         else s.status
       end,
       attempts = o.attempts - case when s."isUncalled" then 1 else 0 end,
       due_at = coalesce(s."dueAt", o.due_at), leased_by = null, is_put_off = coalesce(s."isPutOff", false),
       failing_since = s."failingSince", error_code = s.code, error = s.error,
       settled_at = case when s.status = 'waiting' and not o.is_moot then null else s.at end,
       delivered_at = case when s.status = 'delivered' then s.at else o.delivered_at end,
       is_taken = o.is_taken or s.status in ('accepted', 'delivered')
     from json_to_recordset($1) as s (id text, attempt int, status text, at timestamptz, "dueAt" timestamptz,
       "failingSince" timestamptz, code text, error text, "isUncalled" boolean, "isPutOff" boolean)
     where o.id = s.id and (
       o.status = 'sending' and o.leased_by = $2 and o.attempts = s.attempt
       or o.status in ('waiting', 'sending') and s.status in ('accepted', 'delivered'))`,
    [JSON.stringify(settled), by],
  )
}

/** How one stands while its case is locked: nobody gives it up, sends it again or makes it moot meanwhile. */
export async function lockedStanding(
  tx: Queryable,
  id: string,
): Promise<{ status: string; isMoot: boolean } | undefined> {
  const [row] = await tx.rows<{ status: string; isMoot: boolean }>(
    `select status, is_moot as "isMoot" from obligations where id = $1`,
    [id],
  )
  return row
}

/** One thing that a binding was called for: all obligations to it, of which the newest counts. */
export type AtBinding = BindingName & { caseId: string; call: string; subject: string }

/** The obligation that a report of the other side is about. */
export async function newestObligation(db: Queryable, of: AtBinding): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(
    `select id from obligations
     where case_id = $1 and port = $2 and binding = $3 and call = $4 and subject = $5 and attempts > 0
     order by number desc limit 1`,
    [of.caseId, of.port, of.binding, of.call, of.subject],
  )
  return row?.id
}

/** Whether a binding was called with it on a case, whatever the subject. */
export async function wasCalled(
  db: Queryable,
  of: BindingName & { caseId: string; call: string },
): Promise<boolean> {
  const rows = await db.rows(
    `select 1 from obligations
     where case_id = $1 and port = $2 and binding = $3 and call = $4 and attempts > 0 limit 1`,
    [of.caseId, of.port, of.binding, of.call],
  )
  return rows.length > 0
}

/** What an obligation of a port is about, whichever binding it is of. */
export async function subjectOfObligation(
  db: Queryable,
  of: { port: string; id: string },
): Promise<string | undefined> {
  const [row] = await db.rows<{ subject: string }>(
    `select subject from obligations where id = $1 and port = $2`,
    [of.id, of.port],
  )
  return row?.subject
}

/**
 * What the other side reports of what it was sent; that may come before its answer. What is known to be delivered fails,
 * and the other way round, only by what is `news` to the case.
 */
export async function settleAsReported(
  tx: Queryable,
  of: AtBinding & { as: 'delivered' | 'failed'; at: Date; isNews: boolean },
): Promise<void> {
  // One statement: the transaction is committed with what was asked in its last moment.
  await tx.rows(
    `update obligations set status = $6, settled_at = $7, leased_by = null, is_taken = true,
       delivered_at = case when $6 = 'delivered' then $7::timestamptz else delivered_at end
     where case_id = $1 and port = $2 and binding = $3 and call = $4 and subject = $5
       and ($8 and status in ('sending', 'accepted', 'delivered', 'failed') and status <> $6
           and number = (
             select max(number) from obligations
             where case_id = $1 and port = $2 and binding = $3 and call = $4 and subject = $5)
         or $6 = 'delivered' and status in ('waiting', 'sending', 'accepted'))`,
    [of.caseId, of.port, of.binding, of.call, of.subject, of.as, of.at, of.isNews],
  )
}
