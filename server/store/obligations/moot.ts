import type { Queryable } from '../db.ts'
import type { BindingName } from '../port-bindings.ts'
import type { NewObligation } from './owe.ts'

/** What an event makes superfluous: obligations of one port about the same thing, by a part of their events' payload. */
export type Moot = {
  port: string
  caseId: string
  calls: readonly string[]
  of: Readonly<Record<string, string>>
  why: string
  at: string
  undo?: Undo
}

/** What is owed to every binding that was called for what is moot by now; its id comes from the name of the binding. */
export type Undo = Omit<NewObligation, 'id' | 'binding'> & { idHead: string; idSeed: string }

/** Stands for the name of a binding in the seed of an id. */
export const anyBinding = '*'

/**
 * What was not sent yet is never sent, and what was given up is dropped. What is being sent goes on: it is cancelled if it
 * fails. What was taken stays so.
 */
export async function mootObligations(tx: Queryable, moots: readonly Moot[]): Promise<void> {
  const moot = ({ port, caseId, calls, of, why, at }: Moot) =>
    tx.rows(
      `update obligations o
       set is_moot = true,
         status = case status when 'waiting' then 'cancelled' when 'failed' then 'dropped' else status end,
         settled_at = case when status in ('waiting', 'failed') then $6::timestamptz else settled_at end,
         error_code = case when status not in ('waiting', 'failed') then error_code end,
         error = case when status in ('waiting', 'failed') then $5 else error end
       where port = $1 and case_id = $2 and call = any($3) and status in ('waiting', 'sending', 'accepted', 'failed')
         and exists (
           select from events e where e.case_id = o.case_id and e.sequence = o.sequence and e.data @> $4)`,
      [port, caseId, calls, JSON.stringify(of), why, at],
    )
  await Promise.all(moots.flatMap((one) => [moot(one), ...(one.undo ? [addUndo(tx, one, one.undo)] : [])]))
}

/** Whether a binding was called for what an event has made moot. */
export async function wasCalledFor(
  db: Queryable,
  { port, binding }: BindingName,
  { caseId, calls, of }: Pick<Moot, 'caseId' | 'calls' | 'of'>,
): Promise<boolean> {
  const rows = await db.rows(
    `select from obligations o
     join events e on e.case_id = o.case_id and e.sequence = o.sequence and e.data @> $5
     where o.port = $1 and o.binding = $2 and o.case_id = $3 and o.call = any($4) and o.attempts > 0 limit 1`,
    [port, binding, caseId, calls, JSON.stringify(of)],
  )
  return rows.length > 0
}

/** A binding that is bound was owed it with the event, under the same id. */
function addUndo(tx: Queryable, { calls, of }: Moot, { idHead, idSeed, ...owed }: Undo) {
  return tx.rows(
    `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status, due_at,
       created_at)
     select $1 || (
         select string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(seed.bits from 5 * place + 1 for 5)::int, 1), ''
           order by place)
         from generate_series(0, 15) place),
       $3, binding, $4, $5, $6, $7, $8, $9, 'waiting', $10, $10
     from (
       select distinct o.binding from obligations o
       join events e on e.case_id = o.case_id and e.sequence = o.sequence and e.data @> $12
       where o.port = $3 and o.case_id = $5 and o.call = any($11) and o.attempts > 0
     ) called
     cross join lateral (
       select ('x' || encode(substring(sha256(convert_to(replace($2, '${anyBinding}', binding), 'utf8')) for 10), 'hex'))
         ::bit(80) as bits
     ) seed
     on conflict (id) do nothing`,
    [
      ...[idHead, idSeed, owed.port, owed.call, owed.caseId, owed.eventId, owed.eventType, owed.sequence],
      ...[owed.subject, owed.at, calls, JSON.stringify(of)],
    ],
  )
}
