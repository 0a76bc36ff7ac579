import type { Actor } from '@portico/contract/envelope'
import type { SessionPlan } from '@portico/contract/session-plans'
import type { NamedParticipant, SessionKind, Slot } from '@portico/contract/sessions'
import type { Queryable } from './db.ts'

export type StoredPlan = {
  id: string
  kind: SessionPlan['kind']
  madeBy: string
  madeByName: string
  madeAt: Date
  isBest: boolean
  unasked: SessionPlan['unasked'] | null
  acceptedBy: Actor | null
  acceptedAt: Date | null
  finishedAt: Date | null
}

export type PlanItem = {
  caseId: string
  sessionId: string
  docketNumber: string
  rank: number
  kind: SessionKind
  revision: number
  from: Slot | null
  slot: Slot | null
  participants: NamedParticipant[]
  reasons: string[]
  peopleMoved: number | null
  needsConsent: string | null
  state: SessionPlan['sessions'][number]['state']
  why: string | null
}

export type StoredItem = PlanItem & { place: number; consent: string | null }

export async function keepPlan(
  tx: Queryable,
  plan: Pick<StoredPlan, 'id' | 'kind' | 'madeBy' | 'madeByName' | 'madeAt' | 'isBest' | 'unasked'>,
  items: readonly PlanItem[],
): Promise<void> {
  await tx.rows(
    `insert into session_plans (id, kind, made_by, made_by_name, made_at, is_best, unasked) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      plan.id,
      plan.kind,
      plan.madeBy,
      plan.madeByName,
      plan.madeAt,
      plan.isBest,
      JSON.stringify(plan.unasked),
    ],
  )
  await tx.rows(
    `insert into session_plan_items (plan_id, place, case_id, session_id, docket_number, rank, kind, revision, from_slot, slot,
       participants, reasons, people_moved, needs_consent, state, why)
     select $1, place, "caseId", "sessionId", "docketNumber", rank, kind, revision, "from", slot, participants, reasons,
       "peopleMoved", "needsConsent", state, why
     from jsonb_to_recordset($2) as i (place int, "caseId" text, "sessionId" text, "docketNumber" text, rank int, kind text,
       revision int, "from" jsonb, slot jsonb, participants jsonb, reasons jsonb, "peopleMoved" int,
       "needsConsent" text, state text, why text)`,
    [plan.id, JSON.stringify(items.map((item, index) => ({ ...item, place: index + 1 })))],
  )
}

export async function findPlan(db: Queryable, id: string): Promise<StoredPlan | undefined> {
  const [found] = await db.rows<StoredPlan>(
    `select id, kind, made_by as "madeBy", made_by_name as "madeByName", made_at as "madeAt", is_best as "isBest", unasked,
       accepted_by as "acceptedBy", accepted_at as "acceptedAt", finished_at as "finishedAt"
     from session_plans where id = $1`,
    [id],
  )
  return found
}

export const listItems = (db: Queryable, planId: string): Promise<StoredItem[]> =>
  db.rows<StoredItem>(
    `select place, case_id as "caseId", session_id as "sessionId", docket_number as "docketNumber", rank, kind, revision,
       from_slot as "from", slot, participants, reasons, people_moved as "peopleMoved",
       needs_consent as "needsConsent", consent, state, why
     from session_plan_items where plan_id = $1 order by rank, place`,
    [planId],
  )

/** False if it was already accepted. */
export async function markAccepted(tx: Queryable, id: string, by: Actor, at: Date): Promise<boolean> {
  const rows = await tx.rows(
    `update session_plans set accepted_by = $2, accepted_at = $3 where id = $1 and accepted_at is null returning 1`,
    [id, JSON.stringify(by), at],
  )
  return rows.length > 0
}

export const keepConsents = (
  tx: Queryable,
  planId: string,
  consents: readonly { sessionId: string; consent: string }[],
) =>
  tx.rows(
    `update session_plan_items i set consent = c.consent
     from json_to_recordset($2) as c ("sessionId" text, consent text)
     where i.plan_id = $1 and i.session_id = c."sessionId"`,
    [planId, JSON.stringify(consents)],
  )

/** Marks the items that were not accepted. */
export const leaveOthers = (tx: Queryable, planId: string, sessionIds: readonly string[], why: string) =>
  tx.rows(
    `update session_plan_items set state = 'left', why = $3
     where plan_id = $1 and state = 'proposed' and session_id <> all($2)`,
    [planId, sessionIds, why],
  )

/** A refusal does not override the success of a concurrent process. */
export const settleItem = (
  db: Queryable,
  planId: string,
  place: number,
  { state, why }: { state: 'placed' | 'refused'; why: string | null },
) =>
  db.rows(
    `update session_plan_items set state = $3, why = $4
     where plan_id = $1 and place = $2 and (state = 'proposed' or $3 = 'placed')`,
    [planId, place, state, why],
  )

export const finishPlan = (db: Queryable, id: string, at: Date) =>
  db.rows(`update session_plans set finished_at = $2 where id = $1 and finished_at is null`, [id, at])

/** Deletes old plans, sooner if they were not accepted. */
export const forgetPlans = (db: Queryable, now: Date) =>
  db.rows(
    `delete from session_plans where made_at < $1::timestamptz - interval '30 days'
       or (accepted_at is null and made_at < $1::timestamptz - interval '2 days')`,
    [now],
  )
