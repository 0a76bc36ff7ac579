import type { Queryable } from '../db.ts'
import type { BindingName } from '../port-bindings.ts'
import { insertObligations, type NewObligation } from './owe.ts'

/** Until the transaction is over nobody else replays anything to this binding. */
export async function lockReplays(tx: Queryable, { port, binding }: BindingName): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`replay ${port} ${binding}`])
}

/**
 * How those that are in the ledger stand, by id; `moot` is what need not be sent any more. With `hasNewKeys`, also what
 * was owed for the same under other ids.
 */
export async function standingOf(
  tx: Queryable,
  owed: readonly NewObligation[],
  { hasNewKeys }: { hasNewKeys: boolean },
): Promise<Map<string, string[]>> {
  const same = hasNewKeys
    ? `o.case_id = given."caseId" and o.sequence = given.sequence and o.port = given.port
         and o.binding = given.binding and o.call = given.call and o.recipient is not distinct from given.recipient
         and o.channel is not distinct from given.channel`
    : `o.id = given.id`
  const rows = await tx.rows<{ id: string; status: string }>(
    `select given.id, case when o.is_moot then 'moot' else o.status end as status
     from json_to_recordset($1) as given (id text, port text, binding text, call text, "caseId" text, sequence int,
       recipient text, channel text)
     join obligations o on ${same}`,
    [JSON.stringify(owed)],
  )
  const standing = new Map<string, string[]>()
  for (const { id, status } of rows) standing.set(id, [...(standing.get(id) ?? []), status])
  return standing
}

/**
 * Owed anew, behind all that waits. What is settled already moves to its end, and keeps its history. Gives the ids of
 * those that wait by now.
 */
export async function replayObligations(
  tx: Queryable,
  owed: readonly NewObligation[],
  { hasDropped }: { hasDropped: boolean },
): Promise<Set<string>> {
  const rows = await insertObligations(
    tx,
    `do update set number = excluded.number, status = 'waiting', due_at = excluded.due_at,
       attempts_before = obligations.attempts, failing_since = null, settled_at = null, is_moot = false,
       error_code = null, error = null
     where obligations.status in ('delivered', 'cancelled'${hasDropped ? ", 'dropped'" : ''}) returning id`,
    owed,
  )
  return new Set(rows.map(({ id }) => id))
}
