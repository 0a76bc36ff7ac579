import type { Queryable } from '../db.ts'
import type { BindingName } from '../port-bindings.ts'

/** Whether another binding has taken what an event obliges to. */
export async function isTakenElsewhere(
  db: Queryable,
  of: { port: string; call: string; caseId: string; eventId: string; binding: string },
): Promise<boolean> {
  const rows = await db.rows(
    `select from obligations
     where case_id = $1 and event_id = $2 and port = $3 and call = $4 and binding <> $5 and is_taken limit 1`,
    [of.caseId, of.eventId, of.port, of.call, of.binding],
  )
  return rows.length > 0
}

/** Whether somebody wants that to be done again which the binding of an entry has taken before. */
export async function isToBeDoneAgain(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.rows(`select from obligations where id = $1 and key_number > 0 and not is_taken`, [
    id,
  ])
  return rows.length > 0
}

/** What a binding has taken, with where it says that it went. */
export type TakenObligation = BindingName & {
  id: string
  call: string
  channel: string | null
  destination: string | null
}

/** The newest entry of each binding for one thing, if the other side has taken it. */
export function takenObligations(
  db: Queryable,
  of: { caseId: string; port: string; call: string; subject?: string },
): Promise<TakenObligation[]> {
  return db.rows<TakenObligation>(
    `select o.id, o.port, o.binding, o.call, r.channel, r.destination
     from (
       select distinct on (binding) * from obligations
       where case_id = $1 and port = $2 and call = $3 and ($4::text is null or subject = $4)
       order by binding, number desc
     ) o
     left join lateral (
       select data->>'channel' as channel, data->>'destination' as destination from events
       where case_id = o.case_id and type = 'delivery.receipted' and subject = o.subject
         and data->>'obligationId' = o.id
       order by sequence desc limit 1
     ) r on true
     where o.status in ('accepted', 'delivered') or o.status = 'failed' and o.is_taken
     order by o.binding`,
    [of.caseId, of.port, of.call, of.subject ?? null],
  )
}

/** A person knows that what was taken has failed. */
export async function failAsRecorded(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.rows(
    `update obligations set status = 'failed', settled_at = $2, is_taken = true
     where id = $1 and status in ('accepted', 'delivered')`,
    [id, at],
  )
}
