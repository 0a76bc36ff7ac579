import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type {
  AcceptSessionPlan,
  NewSessionPlan,
  NewSessionRepair,
  SessionPlan,
} from '@portico/contract/session-plans'
import type { Permissions } from '../../../auth/can.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { casesSeen, type ListSight } from '../../../projections/session-lists.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { addJobs } from '../../../store/jobs.ts'
import {
  findPlan,
  keepConsents,
  keepPlan,
  leaveOthers,
  listItems,
  markAccepted,
  type StoredItem,
  type StoredPlan,
  settleItem,
} from '../../../store/session-plans.ts'
import { answerOnce } from '../../engine/answer-once.ts'
import type { ProfileFor, Request } from '../../engine/execute.ts'
import type { OutsideCalendar } from '../calendars/outside.ts'
import type { Sessions } from '../sessions.ts'
import { createCarryOutPlan } from './carry-out-plan.ts'
import type { Drafted } from './drafted.ts'
import { draftDocket } from './plan-docket.ts'
import { draftRepairs } from './plan-repairs.ts'

/** Who plans, and which cases they see. */
export type Planner = ListSight & { id: string }

export type SessionPlans = ReturnType<typeof openSessionPlans>

/**
 * Plans of many sessions, as a preview and then at once. A plan places nothing. Once it is accepted, each session is placed
 * by its own command, after it was checked again; an interrupted acceptance is finished by its job.
 */
export function openSessionPlans({
  db,
  clock,
  profileFor,
  sessions,
  mayRead,
}: {
  db: Database
  clock: () => Date
  profileFor: ProfileFor
  sessions: Sessions
  mayRead: Permissions['mayRead']
}) {
  const make = async (
    request: Request,
    kind: SessionPlan['kind'],
    { planner, draft }: { planner: Planner; draft: (profile: Profile) => Promise<Drafted> },
  ): Promise<SessionPlan> => {
    const { items, isBest, unasked } = await draft(await profileFor(db))
    const planId = await answerOnce(db, request, async (tx) => {
      const id = newId('plan', request.at, randomBytes(10))
      const made = { madeBy: planner.id, madeByName: request.actor.name, madeAt: request.at }
      await keepPlan(tx, { id, kind, ...made, isBest, unasked: unasked ?? null }, items)
      return id
    })
    return read(planId, planner)
  }

  /** Others are not told that there is one. */
  const own = async (tx: Queryable, planId: string, planner: Planner): Promise<StoredPlan> => {
    const found = await findPlan(tx, planId)
    if (!found || found.madeBy !== planner.id) throw new Refusal('notFound', 'There is no plan with this id.')
    return found
  }

  /** A case that became more sensitive than they may see is not in their plan any more. */
  const read = async (planId: string, planner: Planner): Promise<SessionPlan> => {
    const plan = await own(db, planId, planner)
    const items = await listItems(db, planId)
    const seen = await casesSeen(
      db,
      items.map(({ caseId }) => caseId),
      planner,
    )
    return present(
      plan,
      items.filter(({ caseId }) => seen.has(caseId)),
    )
  }

  const carryOut = createCarryOutPlan({ db, clock, profileFor, sessions, mayRead })

  return {
    plan: (request: Request, asked: NewSessionPlan, planner: Planner, outside?: OutsideCalendar) =>
      make(request, 'docket', {
        planner,
        draft: (profile) => draftDocket(db, asked, { sight: planner, now: request.at, profile, outside }),
      }),

    repair: (request: Request, asked: NewSessionRepair, planner: Planner, outside?: OutsideCalendar) =>
      make(request, 'repair', {
        planner,
        draft: (profile) =>
          draftRepairs(db, asked, { sight: planner, now: request.at, profile, outside, mayRead }),
      }),

    read,
    carryOut,

    async accept(
      request: Request,
      planId: string,
      { sessionIds, consents = [] }: AcceptSessionPlan,
      planner: Planner & { maySee: (caseId: string) => Promise<boolean> },
      calendar?: OutsideCalendar,
    ): Promise<SessionPlan> {
      await own(db, planId, planner)
      const items = await listItems(db, planId)
      refuseWithoutSlot('sessionIds', sessionIds ?? [], items)
      const agreed = consents.map(({ sessionId }) => sessionId)
      refuseWithoutSlot('consents', agreed, items)
      if (new Set(agreed).size < agreed.length)
        throw new Refusal('invalid', 'consents must name each session once.')
      const seen = await Promise.all(items.map(({ caseId }) => planner.maySee(caseId)))
      const unseen = items.filter((_, index) => !seen[index])
      await answerOnce(db, request, async (tx) => {
        if (!(await markAccepted(tx, planId, request.actor, request.at)))
          throw new Refusal('conflict', 'The plan was accepted already.')
        if (consents.length > 0) await keepConsents(tx, planId, consents)
        if (sessionIds) await leaveOthers(tx, planId, sessionIds, 'It was not accepted.')
        for (const { place } of unseen)
          await settleItem(tx, planId, place, { state: 'refused', why: 'There is no case with this id.' })
        await addJobs(tx, [{ name: 'placeSessions', key: planId, payload: { planId } }])
        return planId
      })
      await carryOut(planId, calendar)
      return read(planId, planner)
    },
  }
}

function refuseWithoutSlot(field: string, ids: readonly string[], items: readonly StoredItem[]) {
  const unknown = ids.find((id) => !items.some((item) => item.sessionId === id && item.slot))
  if (unknown === undefined) return
  throw new Refusal('invalid', `${field} must be of sessions that the plan has a slot for, not ${unknown}.`)
}

function present(plan: StoredPlan, items: readonly StoredItem[]): SessionPlan {
  const { id, kind, madeAt, madeByName, isBest, unasked, acceptedAt, finishedAt } = plan
  return {
    id,
    kind,
    status: finishedAt ? 'done' : acceptedAt ? 'accepted' : 'proposed',
    madeAt: madeAt.toISOString(),
    madeBy: madeByName,
    isBest,
    ...(unasked ? { unasked } : {}),
    sessions: items.map(({ place: _, revision: __, consent: ___, ...shown }) => {
      const { from, slot, peopleMoved, needsConsent, why, ...item } = shown
      return {
        ...item,
        ...(from ? { from } : {}),
        ...(slot ? { slot } : {}),
        ...(peopleMoved === null ? {} : { peopleMoved }),
        ...(needsConsent === null ? {} : { needsConsent }),
        ...(why === null ? {} : { why }),
      }
    }),
  }
}
