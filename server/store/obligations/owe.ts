import type { Queryable } from '../db.ts'

/** What an event obliges the platform to do at one binding of a port. Its id is the key of every call for it. */
export type NewObligation = {
  id: string
  port: string
  binding: string
  call: string
  caseId: string
  eventId: string
  eventType: string
  sequence: number
  /** What its event is about. */
  subject: string
  recipient?: string
  channel?: string
  /** A call that the binding must have been owed on the case before. */
  after?: string
  at: string
}

/** Written in the transaction of the event. One that is there already stays as it is. */
export async function addObligations(tx: Queryable, owed: readonly NewObligation[]): Promise<void> {
  await insertObligations(tx, 'do nothing', owed)
}

export async function insertObligations(
  db: Queryable,
  whereItIsThere: string,
  owed: readonly NewObligation[],
): Promise<{ id: string }[]> {
  if (owed.length === 0) return []
  return db.rows<{ id: string }>(
    `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, recipient,
       channel, status, due_at, created_at)
     select id, port, binding, call, "caseId", "eventId", "eventType", sequence, subject, recipient, channel, 'waiting',
       at, at
     from rows from (json_to_recordset($1) as (id text, port text, binding text, call text, "caseId" text,
       "eventId" text, "eventType" text, sequence int, subject text, recipient text, channel text, after text,
         at timestamptz))
       with ordinality as o (id, port, binding, call, "caseId", "eventId", "eventType", sequence, subject, recipient,
         channel, after, at, place)
     where after is null or exists (
       select from obligations e
       where e.case_id = o."caseId" and e.port = o.port and e.binding = o.binding and e.call = o.after)
     order by place on conflict (id) ${whereItIsThere}`,
    [JSON.stringify(owed)],
  )
}
