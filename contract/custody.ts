import { shownTo } from './audience.ts'
import { afterId, limit, next } from './paging.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** By what a case was purged: its time had come, or somebody ordered it. */
export const PurgeRule = Type.Union([
  Type.Object({
    kind: Type.Literal('retention'),
    name: Type.String({ description: 'The retention rule in the profile' }),
    keepYears: Type.Integer({ minimum: 0, description: 'Years the case was kept after closing' }),
    why: Type.String({ description: 'The law or retention schedule that requires it' }),
  }),
  Type.Object({
    kind: Type.Literal('order'),
    why: Type.String({ description: 'What was ordered, and by whom' }),
  }),
])
export type PurgeRule = Static<typeof PurgeRule>

const why = nonBlank(1000)

const WithReason = Type.Object({ why }, strict)

export const LegalHold = Type.Object({
  id: Type.String(),
  why: Type.String(),
  placedBy: Type.String(),
  placedAt: Timestamp,
  lifted: Type.Optional(Type.Object({ by: Type.String(), at: Timestamp, why: Type.String() })),
})
export type LegalHold = Static<typeof LegalHold>

export const LegalHoldDetail = Type.Object({ hold: LegalHold })
export const LegalHoldList = Type.Object({ holds: Type.Array(LegalHold) })

export const SetSensitivity = Type.Object(
  {
    level: Type.Integer({
      minimum: 0,
      maximum: 9,
      description: 'A sensitivity level from the profile',
      examples: [3],
    }),
    why,
  },
  strict,
)
export const Sensitivity = Type.Object({
  sensitivity: Type.Object({ level: Type.Integer(), label: Type.String() }),
})

export const Purge = Type.Object(
  {
    order: Type.Optional(
      Type.Object(
        { why },
        {
          ...strict,
          description:
            'Purges a closed case before its retention period ends, by order of a court or law. This text is kept: name the order, not the person',
        },
      ),
    ),
  },
  strict,
)

export const Tombstone = Type.Object(
  {
    caseId: Type.String(),
    docketNumber: Type.String(),
    caseType: Type.String(),
    closedAt: Timestamp,
    purgedAt: Timestamp,
    purgedBy: Type.String(),
    rule: PurgeRule,
    events: Type.Integer({
      minimum: 0,
      description: 'Number of events whose payload was erased; their hash chain remains valid',
    }),
  },
  { description: 'The record that remains of a purged case' },
)
export type Tombstone = Static<typeof Tombstone>

export const TombstoneDetail = Type.Object({ tombstone: Tombstone })

const PageQuery = Type.Object({
  after: Type.Optional(Type.String({ maxLength: 200 })),
  limit: limit(1000, 100),
})

export const TombstonePage = Type.Object({ tombstones: Type.Array(Tombstone), next })

export const DueCase = Type.Object({
  id: Type.String(),
  docketNumber: Type.String(),
  caseType: Type.String(),
  closedAt: Timestamp,
  dueAt: Timestamp,
  why: Type.String({ description: 'The law or retention schedule that requires it' }),
  isHeld: Type.Boolean({ description: 'Under legal hold, and kept until the hold is lifted' }),
})
export type DueCase = Static<typeof DueCase>

export const DuePage = Type.Object({
  cases: Type.Array(DueCase, { description: 'Longest closed first' }),
  next,
})

const ofHold = Type.Object({ ...ofCase.properties, holdId: Type.String() })

export const tag = 'Administration'

export const routes = {
  setSensitivity: {
    method: 'PUT',
    path: '/cases/{id}/sensitivity',
    audience: 'staff',
    needs: 'setSensitivity',
    trace: 'change',
    summary: 'Set the sensitivity of a case: only members cleared for it see the case',
    params: ofCase,
    body: SetSensitivity,
    answers: { 200: json('The new sensitivity', Sensitivity) },
    sdk: {
      call: 'client.custody.setSensitivity',
      takes: ['sensitivity'],
      about: 'Set the sensitivity of a case: only members cleared for it may see the case.',
      example: sample`
        const { label } = await client.custody.setSensitivity(caseId, { level: 3, why: 'Protected records.' })
        console.log(label)
      `,
    },
  },
  listLegalHolds: {
    method: 'GET',
    path: '/cases/{id}/legal-holds',
    audience: 'staff',
    needs: 'holdCases',
    trace: 'standing',
    summary: 'List legal holds on a case, including lifted ones',
    params: ofCase,
    answers: { 200: json('The holds', LegalHoldList) },
    servedBy: { call: ['custody.holds', 'id'] },
    sdk: {
      call: 'client.custody.holds',
      example: sample`
        const holds = await client.custody.holds(caseId)
        console.log(holds.filter(({ lifted }) => !lifted).map(({ why }) => why))
      `,
    },
  },
  placeLegalHold: {
    method: 'POST',
    path: '/cases/{id}/legal-holds',
    audience: 'staff',
    needs: 'holdCases',
    trace: 'change',
    summary: 'Place a legal hold: the case cannot be purged until it is lifted',
    params: ofCase,
    body: WithReason,
    answers: { 201: json('The hold', LegalHoldDetail) },
    servedBy: { call: ['custody.placeHold', 'request', 'id', 'body.why'] },
    sdk: {
      call: 'client.custody.hold',
      takes: ['why'],
      about: 'Place a legal hold: the case is not purged until it is lifted.',
      example: sample`
        const { id, placedAt } = await client.custody.hold(caseId, 'Litigation is expected.')
        console.log(id, placedAt)
      `,
    },
  },
  liftLegalHold: {
    method: 'POST',
    path: '/cases/{id}/legal-holds/{holdId}/lift',
    audience: 'staff',
    needs: 'holdCases',
    trace: 'change',
    summary: 'Lift a legal hold; a lifted hold is left unchanged',
    params: ofHold,
    body: WithReason,
    answers: { 204: done },
    servedBy: { call: ['custody.liftHold', 'request', 'id', 'holdId', 'body.why'] },
    sdk: {
      call: 'client.custody.lift',
      takes: ['why'],
      about: 'Lift a legal hold. Succeeds even if it was already lifted.',
      example: sample`
        const { id } = await client.custody.hold(caseId, 'Litigation is expected.')
        await client.custody.lift(caseId, id, 'The court has decided.')
      `,
    },
  },
  listDueCases: {
    method: 'GET',
    path: '/retention/due',
    audience: 'staff',
    needs: 'purgeCases',
    summary: 'List closed cases past their retention period',
    query: PageQuery,
    answers: { 200: json('A page of cases', DuePage) },
    sdk: {
      call: 'client.custody.due',
      about: 'List closed cases past their retention period, longest closed first.',
      example: sample`
        for await (const { docketNumber, dueAt, isHeld } of client.custody.due()) {
          console.log(docketNumber, dueAt, isHeld)
        }
      `,
    },
  },
  purgeCase: {
    method: 'POST',
    path: '/cases/{id}/purge',
    audience: 'staff',
    needs: { dependsOnRequest: ['purgeCases', 'purgeByOrder'] },
    trace: 'change',
    summary: 'Purge a closed case permanently',
    description:
      'Erases event payloads, text and files. A tombstone and the hash chain remain, which still proves that no event was replaced. Files used by another case are kept. The bytes are gone from the store and from every machine within minutes.',
    params: ofCase,
    body: Purge,
    answers: { 200: json('The tombstone', TombstoneDetail) },
    sdk: {
      call: 'client.custody.purge',
      takes: ['purge?'],
      about:
        'Erase a closed case for good: its payloads, text and files. Before the retention period ends, only by an `order`.',
      example: sample`
        await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
        const { purgedAt, events } = await client.custody.purge(caseId, { order: { why: 'Order 26-117.' } })
        console.log(purgedAt, events)
      `,
    },
  },
  getTombstone: {
    method: 'GET',
    path: '/cases/{id}/tombstone',
    audience: 'staff',
    needs: 'readTombstones',
    about: 'service',
    summary: 'Get a tombstone: who purged a case, when, and under which rule',
    params: ofCase,
    answers: { 200: json('The tombstone', TombstoneDetail) },
    servedBy: { call: ['custody.tombstone', 'id', 'asker'] },
    sdk: {
      call: 'client.custody.tombstone',
      example: sample`
        const { tombstones } = await client.custody.tombstones({ limit: 1 }).page()
        for (const { caseId: purgedId } of tombstones) {
          const { purgedBy, rule } = await client.custody.tombstone(purgedId)
          console.log(purgedBy, rule.kind)
        }
      `,
    },
  },
  listTombstones: {
    method: 'GET',
    path: '/tombstones',
    audience: 'staff',
    needs: 'readTombstones',
    summary: 'List purged cases, most recent first',
    query: Type.Object({ ...PageQuery.properties, after: afterId('case') }),
    answers: { 200: json('A page of tombstones', TombstonePage) },
    sdk: {
      call: 'client.custody.tombstones',
      example: sample`
        for await (const { docketNumber, purgedAt } of client.custody.tombstones()) {
          console.log(docketNumber, purgedAt)
        }
      `,
    },
  },
} as const satisfies Record<string, Row>

const hold = { holdId: Type.String(), why: Type.String() }

export const events = {
  'case.legalHoldPlaced': shownTo('deliberation', Type.Object(hold)),
  'case.legalHoldLifted': shownTo('deliberation', Type.Object(hold)),
  'case.sensitivitySet': shownTo(
    'deliberation',
    Type.Object({
      from: Type.Integer({ minimum: 0 }),
      level: Type.Integer({ minimum: 0, description: 'Only members cleared for this level see the case' }),
      why: Type.String(),
    }),
  ),
  /** What is left to read of a case whose other payloads are erased. */
  'case.purged': shownTo(
    'integration',
    Type.Object({
      docketNumber: Type.String(),
      caseType: Type.String(),
      closedAt: Timestamp,
      rule: PurgeRule,
      sensitivity: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Level at the time of the purge: only members cleared for it are notified',
        }),
      ),
    }),
    { staff: ['sensitivity'] },
  ),
}
