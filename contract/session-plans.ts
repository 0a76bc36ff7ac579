import { shownTo } from './audience.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { consent, NamedParticipant, Participant, sessionKind, slot } from './sessions.ts'
import { CalendarDate, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const mostPlanDays = 31
export const mostPlanned = 1000
export const mostRepaired = 200

const Bench = Type.Object(
  {
    participants: Type.Array(Participant, {
      minItems: 1,
      maxItems: 10,
      description: 'Those who sit together, and their room or location',
    }),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Whose days and hours; defaults to the zone of the location',
      }),
    ),
  },
  strict,
)

const withinNotice = Type.Optional(
  Type.Boolean({
    description:
      'Also times within the notice, and for a session that is moved earlier ones, where there are no others: `needsConsent` says so, and it is placed only with `consents`',
  }),
)

export const NewSessionPlan = Type.Object(
  {
    from: { ...CalendarDate, examples: ['2096-03-05'] },
    to: { ...CalendarDate, description: `At most ${mostPlanDays} days later`, examples: ['2096-03-09'] },
    benches: Type.Array(Bench, { minItems: 1, maxItems: 50 }),
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1440, description: 'Defaults to the slot of the profile' }),
    ),
    docket: Type.Optional(nonEmpty(60, { description: 'Only cases on this docket' })),
    kind: Type.Optional(sessionKind),
    most: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostPlanned,
        description: 'The first so many of the queue; defaults to 200',
      }),
    ),
    withinNotice,
  },
  {
    ...strict,
    examples: [
      {
        from: '2096-03-05',
        to: '2096-03-09',
        benches: [{ participants: [{ kind: 'room', id: 'washington1' }] }],
      },
    ],
  },
)
export type NewSessionPlan = Static<typeof NewSessionPlan>

export const NewSessionRepair = Type.Object(
  {
    sessionIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: mostRepaired,
        uniqueItems: true,
        description: 'Left out, all that something has come between',
      }),
    ),
    from: Type.Optional({
      ...CalendarDate,
      description: `The first day to move to; defaults to the day of the session, and with \`withinNotice\` to ${mostPlanDays} days before it, but not before today`,
    }),
    to: Type.Optional({
      ...CalendarDate,
      description: `The last day to move to; defaults to ${mostPlanDays} days after the session, within its window`,
    }),
    withinNotice,
  },
  { ...strict, examples: [{}] },
)
export type NewSessionRepair = Static<typeof NewSessionRepair>

const PlannedSession = Type.Object({
  caseId: Type.String(),
  docketNumber: Type.String(),
  sessionId: Type.String(),
  rank: Type.Integer({ minimum: 1, description: 'Its rank among those of the plan' }),
  kind: sessionKind,
  from: Type.Optional({ ...slot, description: 'Where it was, if it is moved' }),
  slot: Type.Optional({ ...slot, description: 'Absent where none was found' }),
  participants: Type.Array(NamedParticipant),
  reasons: Type.Array(Type.String()),
  peopleMoved: Type.Optional(
    Type.Integer({ minimum: 0, description: 'How many people have to come at another time' }),
  ),
  needsConsent: Type.Optional(
    Type.String({
      description: 'Why those who take part have to agree: accept it with their `consents`, or it is refused',
      examples: ['The session would be within its notice of 14 days'],
    }),
  ),
  state: oneOf(['proposed', 'placed', 'refused', 'left'], {
    description:
      '`left`: no slot was found, or it was not accepted; `refused`: it had become impossible by the time of the acceptance',
  }),
  why: Type.Optional(Type.String({ description: 'Why it is refused or left' })),
})

export const SessionPlan = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['plan_01jd8r5k2c9w3v7x1y4z6q0n8b'] }),
    kind: oneOf(['docket', 'repair']),
    status: oneOf(['proposed', 'accepted', 'done'], {
      description: '`accepted` while its sessions are being placed',
    }),
    madeAt: Timestamp,
    madeBy: Type.String(),
    isBest: Type.Boolean({ description: 'False where there were too many choices to try all of them' }),
    unasked: Type.Optional(
      Type.Object(
        { binding: Type.String(), why: Type.String() },
        { description: 'The bound calendar, where it could not be asked' },
      ),
    ),
    sessions: Type.Array(PlannedSession, { description: 'By rank' }),
  }),
)
export type SessionPlan = Static<typeof SessionPlan>
export const SessionPlanAnswer = Type.Object({ plan: SessionPlan })

export const AcceptSessionPlan = Type.Object(
  {
    sessionIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: mostPlanned,
        uniqueItems: true,
        description: 'Those of the plan that are accepted; left out, all',
      }),
    ),
    consents: Type.Optional(
      Type.Array(Type.Object({ sessionId: Type.String({ maxLength: 100 }), consent }, strict), {
        minItems: 1,
        maxItems: mostPlanned,
        description: 'Who has agreed, and how, to each session that needs it',
      }),
    ),
  },
  { ...strict, examples: [{}] },
)
export type AcceptSessionPlan = Static<typeof AcceptSessionPlan>

const ofPlan = Type.Object({ planId: Type.String({ description: 'The ID of the plan' }) })

export const tag = 'Sessions'

export const routes = {
  planSessions: {
    method: 'POST',
    path: '/session-plans',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Plan a day or some weeks of a docket: a preview that places nothing',
    description:
      'Takes the sessions that wait in the order of their rank, and finds each the first time at which a bench and all who take part can. Accept the plan to place them.',
    body: NewSessionPlan,
    answers: { 201: json('The plan', SessionPlanAnswer) },
    servedBy: { call: ['sessionPlans.plan', 'request', 'body', 'asker', 'calendar'] },
    sdk: {
      call: 'client.sessionPlans.docket',
      takes: ['plan'],
      about:
        'Plan a day or some weeks of a docket: the sessions that wait, by rank, before the benches that you name. It is a preview: nothing is placed before you accept it.',
      example: sample`
        const plan = await client.sessionPlans.docket({
          from: '2096-03-05',
          to: '2096-03-09',
          benches: [{ participants: [{ kind: 'room', id: 'washington1' }] }],
        })
        for (const { docketNumber, slot, reasons, why } of plan.sessions) {
          console.log(docketNumber, slot?.startsAt ?? why, reasons)
        }
      `,
    },
  },
  planRepairs: {
    method: 'POST',
    path: '/session-repairs',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Plan where sessions go that something has come between: a preview that moves nothing',
    description:
      'The plan moves the fewest people: another room at the same time, else another time, so that nobody falls behind a case of a lower rank. Sessions that nothing stands against stay where they are. Accept the plan to move them.',
    body: NewSessionRepair,
    answers: { 201: json('The plan', SessionPlanAnswer) },
    servedBy: { call: ['sessionPlans.repair', 'request', 'body', 'asker', 'calendar'] },
    sdk: {
      call: 'client.sessionPlans.repairs',
      takes: ['asked?'],
      about:
        'Plan where sessions go that something has come between, so that the fewest people come at another time. It is a preview: nothing is moved before you accept it.',
      example: sample`
        const { sessions } = await client.sessionPlans.repairs()
        for (const { docketNumber, slot, peopleMoved } of sessions) console.log(docketNumber, slot?.startsAt, peopleMoved)
      `,
    },
  },
  getSessionPlan: {
    method: 'GET',
    path: '/session-plans/{planId}',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Get a plan that you have made, and what became of it',
    params: ofPlan,
    answers: { 200: json('The plan', SessionPlanAnswer) },
    servedBy: { call: ['sessionPlans.read', 'planId', 'asker'] },
    sdk: {
      call: 'client.sessionPlans.get',
      example: sample`
        const { id } = await client.sessionPlans.repairs()
        console.log((await client.sessionPlans.get(id)).status)
      `,
    },
  },
  acceptSessionPlan: {
    method: 'POST',
    path: '/session-plans/{planId}/acceptance',
    audience: 'integration',
    needs: 'manageSessions',
    summary: 'Accept a plan that you have made: its sessions are placed',
    description:
      'Each session is checked again. What has become impossible is `refused` with the reason, and the others are placed.',
    params: ofPlan,
    body: AcceptSessionPlan,
    answers: { 200: json('The plan, and what became of it', SessionPlanAnswer) },
    sdk: {
      call: 'client.sessionPlans.accept',
      takes: ['accepted?'],
      about:
        'Accept a plan, or some sessions of it: they are placed. What has become impossible is refused, with the reason.',
      example: sample`
        const { id } = await client.sessionPlans.repairs()
        const { sessions } = await client.sessionPlans.accept(id)
        for (const { docketNumber, why } of sessions.filter(({ state }) => state === 'refused')) {
          console.log(docketNumber, why)
        }
      `,
    },
  },
} as const satisfies Record<string, Row>
