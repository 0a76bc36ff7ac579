import { createHash } from 'node:crypto'
import type { Actor } from '@portico/contract/envelope'
import type { Permissions } from '../../../auth/can.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { findListedSession } from '../../../projections/session-lists.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import {
  findPlan,
  finishPlan,
  listItems,
  type StoredItem,
  type StoredPlan,
  settleItem,
} from '../../../store/session-plans.ts'
import type { ProfileFor, Request } from '../../engine/execute.ts'
import { conflictsOf } from '../calendars/conflicts-of.ts'
import type { OutsideCalendar } from '../calendars/outside.ts'
import type { Sessions } from '../sessions.ts'

/** Places the sessions of an accepted plan: each by its own command, after it was checked again. */
export function createCarryOutPlan({
  db,
  clock,
  profileFor,
  sessions,
  mayRead,
}: {
  db: Database
  clock: () => Date
  profileFor: ProfileFor
  sessions: Pick<Sessions, 'place'>
  mayRead: Permissions['mayRead']
}) {
  const place = async (plan: StoredPlan, item: StoredItem, calendar?: OutsideCalendar) => {
    const { caseId, sessionId, slot, participants } = item
    if (!slot) return
    const key = `${plan.id} ${item.place}`
    const request: Request = {
      at: clock(),
      actor: plan.acceptedBy as Actor,
      correlationId: plan.id,
      // Placed just before a crash but not marked as placed: the retry gets the first answer.
      idempotency: { key, fingerprint: createHash('sha256').update(key).digest() },
      refuse: (tx) => refuseImpossible(tx, item),
    }
    const given = {
      slot,
      participants: participants.map(({ kind, id }) => ({ kind, id })),
      ...(item.consent === null ? {} : { consent: item.consent }),
    }
    const ended = await sessions.place(request, caseId, sessionId, given, calendar).then(
      () => ({ state: 'placed' as const, why: null }),
      (error) => {
        if (error instanceof Refusal) return { state: 'refused' as const, why: error.message }
        throw error
      },
    )
    await settleItem(db, plan.id, item.place, ended)
  }

  /** Checked again while the case is locked: the session, and the calendars of all who take part. */
  const refuseImpossible = async (
    tx: Queryable,
    { caseId, sessionId, revision, slot, participants }: StoredItem,
  ) => {
    const now = await findListedSession(tx, sessionId)
    if (now?.revision !== revision)
      throw new Refusal('conflict', 'The session has changed since the plan was made.')
    if (!slot) return
    const at = { now: clock(), profile: await profileFor(tx), mayRead }
    const [conflict] = await conflictsOf(tx, { caseId, sessionId, slot, participants }, at)
    if (conflict) throw new Refusal('conflict', conflict.why)
  }

  return async (planId: string, calendar?: OutsideCalendar): Promise<void> => {
    const plan = await findPlan(db, planId)
    if (!plan?.acceptedAt || plan.finishedAt) return
    const items = await listItems(db, planId)
    for (const item of items) if (item.state === 'proposed') await place(plan, item, calendar)
    await finishPlan(db, planId, clock())
  }
}
