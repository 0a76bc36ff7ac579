import { mostPlanDays, type NewSessionPlan } from '@portico/contract/session-plans'
import type { NamedParticipant } from '@portico/contract/sessions'
import { Refusal } from '../../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../../../core/kernel/known-words.ts'
import { noticeEnds, whyConsent } from '../../../core/session/notice.ts'
import { type Bench, planDocket } from '../../../core/session/plan-docket.ts'
import { dayAfter, startOfDay } from '../../../core/time/local-time.ts'
import { dayOf } from '../../../core/time/moments.ts'
import { refuseUnknownTimeZone } from '../../../core/time/zone-names.ts'
import { listWaiting } from '../../../projections/session-lists.ts'
import type { Database } from '../../../store/db.ts'
import type { PlanItem } from '../../../store/session-plans.ts'
import { caseParticipants } from '../calendars/case-participants.ts'
import { seatParticipants } from '../calendars/participants.ts'
import { samePeople } from '../calendars/same-people.ts'
import type { Drafted, Planning } from './drafted.ts'
import { scheduleTaskTypes, whyRanked } from './session-lists.ts'
import { allCalendars, zoneAmong } from './slots.ts'

const usualMost = 200

/** The first of the national queue, placed before the benches that are given. */
export async function draftDocket(
  db: Database,
  asked: NewSessionPlan,
  { sight, now, profile, outside }: Planning,
): Promise<Drafted> {
  const { from, to, docket, kind, minutes = profile.sessions.slotMinutes, most = usualMost } = asked
  if (to < from) throw new Refusal('invalid', 'to must not be before from.')
  if (to > dayAfter(from, mostPlanDays))
    throw new Refusal('invalid', `to must be at most ${mostPlanDays} days after from.`)
  if (docket !== undefined) refuseUnknownWord('docket', docket, namesOf(profile.dockets))
  const benches: Bench[] = []
  for (const { participants, timeZone = zoneAmong(participants, profile) } of asked.benches) {
    refuseUnknownTimeZone(timeZone)
    benches.push({ participants: await seatParticipants(db, participants, profile), timeZone })
  }
  const taskTypes = scheduleTaskTypes(profile)
  const rows = (await listWaiting(db, sight, { taskTypes, docket, kind, limit: most })).map((row, index) => ({
    ...row,
    rank: index + 1,
  }))
  const today = dayOf(now)
  const caseIds = rows.map(({ caseId }) => caseId)
  const parties = await caseParticipants(db, caseIds, { profile, today })
  const waiting = rows.map((row) => ({
    ...row,
    participants: row.participants?.filter(isOfTheCase) ?? parties.get(row.caseId) ?? [],
  }))
  const sameAs = await samePeople(db, caseIds, { today })
  const named = unique([...benches, ...waiting].flatMap(({ participants }) => participants))
  // Whoever is known by another id, too, has a calendar by that one.
  const others = named.filter(({ id }) => sameAs(id) !== id).map((one) => ({ ...one, id: sameAs(one.id) }))
  const everybody = unique([...named, ...others])
  // A day more on either side: it is another day elsewhere.
  const within = {
    from: startOfDay(dayAfter(from, -1), 'UTC').getTime(),
    to: startOfDay(dayAfter(to, 2), 'UTC').getTime(),
  }
  const known = await allCalendars(db, everybody, { within, from, to }, { now, profile, outside })
  const { calendars, blackouts, unasked } = known
  const isHeld = ({ task }: (typeof waiting)[number]) => task?.status === 'onHold'
  const { planned, unplanned } = planDocket({
    waiting: waiting.filter((one) => !isHeld(one)),
    ...{ benches, from, to, minutes, day: profile.sessions, calendars, blackouts, notBefore: now, sameAs },
    noticeEnds: (kind, timeZone) => noticeEnds(profile, kind, { now, timeZone }),
    withinNotice: asked.withinNotice ?? false,
  })

  const item = (one: (typeof waiting)[number], of: Partial<PlanItem>): PlanItem => ({
    caseId: one.caseId,
    sessionId: one.sessionId,
    docketNumber: one.docketNumber,
    rank: one.rank,
    kind: one.kind,
    revision: one.revision,
    from: null,
    slot: null,
    participants: [...one.participants],
    reasons: [whyRanked(one, profile)],
    peopleMoved: null,
    needsConsent: null,
    state: 'left',
    why: null,
    ...of,
  })
  const items = [
    ...planned.map((one) => {
      const slot = { startsAt: one.startsAt.toISOString(), minutes, timeZone: one.bench.timeZone }
      return item(one, {
        slot,
        participants: unique([...one.bench.participants, ...one.participants]),
        reasons: [whyRanked(one, profile), ...one.reasons],
        needsConsent: whyConsent({ slot, kind: one.kind }, { profile, now }) ?? null,
        state: 'proposed',
      })
    }),
    ...unplanned.map((one) => item(one, { why: one.why })),
    ...waiting.filter(isHeld).map((one) => item(one, { why: 'The task to schedule it is on hold.' })),
  ]
  return { items: items.toSorted((one, other) => one.rank - other.rank), isBest: true, unasked }
}

/** Those whom a case brings along; where it sits is another matter each time. */
const isOfTheCase = ({ kind }: NamedParticipant) =>
  kind === 'party' || kind === 'representative' || kind === 'interpreter'

const unique = (participants: readonly NamedParticipant[]): NamedParticipant[] => [
  ...new Map(
    participants.map((participant) => [`${participant.kind}:${participant.id}`, participant]),
  ).values(),
]
