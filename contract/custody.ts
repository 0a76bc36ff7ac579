import { shownTo } from './audience.ts'
import { done, json, ofCase, type Route, write } from './route.ts'
import { strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** By what a case was purged: its time had come, or somebody ordered it. */
export const PurgeRule = Type.Union([
  Type.Object({
    kind: Type.Literal('retention'),
    name: Type.String({ description: 'The rule of the profile' }),
    keepYears: Type.Integer({ minimum: 0, description: 'For how long it was kept once it was closed' }),
    why: Type.String({ description: 'The law or the schedule that says so' }),
  }),
  Type.Object({
    kind: Type.Literal('order'),
    why: Type.String({ description: 'What was ordered, by whom' }),
  }),
])
export type PurgeRule = Static<typeof PurgeRule>

const why = Type.String({ minLength: 1, maxLength: 1000 })

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
    level: Type.Integer({ minimum: 0, maximum: 9, description: 'A level of the profile', examples: [3] }),
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
            'Purges a closed case before its time, as a court or a law orders; what is said here stays: name the order, not the person',
        },
      ),
    ),
  },
  strict,
)
export type Purge = Static<typeof Purge>

export const Tombstone = Type.Object(
  {
    caseId: Type.String(),
    docketNumber: Type.String(),
    caseType: Type.String(),
    closedAt: Timestamp,
    purgedAt: Timestamp,
    purgedBy: Type.String(),
    rule: PurgeRule,
    events: Type.Integer({ minimum: 0, description: 'Whose payload was erased; their chain still holds' }),
  },
  { description: 'What is left of a case that was purged' },
)
export type Tombstone = Static<typeof Tombstone>

export const TombstoneDetail = Type.Object({ tombstone: Tombstone })

const next = Type.Optional(
  Type.String({ description: 'Pass as `after` for what follows; absent at the end' }),
)
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 }))

const PageQuery = Type.Object({ after: Type.Optional(Type.String({ maxLength: 200 })), limit })

export const TombstonePage = Type.Object({ tombstones: Type.Array(Tombstone), next })

export const DueCase = Type.Object({
  id: Type.String(),
  docketNumber: Type.String(),
  caseType: Type.String(),
  closedAt: Timestamp,
  dueAt: Timestamp,
  why: Type.String({ description: 'The law or the schedule that says so' }),
  isHeld: Type.Boolean({ description: 'Under legal hold: it stays until that is lifted' }),
})
export type DueCase = Static<typeof DueCase>

export const DuePage = Type.Object({
  cases: Type.Array(DueCase, { description: 'Those closed longest ago come first' }),
  next,
})

const ofHold = Type.Object({ ...ofCase.properties, holdId: Type.String() })

export const routes = {
  setSensitivity: {
    method: 'PUT',
    path: '/cases/{id}/sensitivity',
    tag: 'Administration',
    audience: 'staff',
    needs: 'setSensitivity',
    summary: 'Say who may see the case: only members cleared for its sensitivity',
    params: ofCase,
    body: SetSensitivity,
    answers: { 200: json('As it is now', Sensitivity) },
    errors: write,
  },
  listLegalHolds: {
    method: 'GET',
    path: '/cases/{id}/legal-holds',
    tag: 'Administration',
    audience: 'staff',
    needs: 'holdCases',
    summary: 'The legal holds on a case, also those that were lifted',
    params: ofCase,
    answers: { 200: json('The holds', LegalHoldList) },
    errors: [401, 403, 404],
  },
  placeLegalHold: {
    method: 'POST',
    path: '/cases/{id}/legal-holds',
    tag: 'Administration',
    audience: 'staff',
    needs: 'holdCases',
    summary: 'Hold a case: it is not purged until the hold is lifted',
    params: ofCase,
    body: WithReason,
    answers: { 201: json('The hold', LegalHoldDetail) },
    errors: write,
  },
  liftLegalHold: {
    method: 'POST',
    path: '/cases/{id}/legal-holds/{holdId}/lift',
    tag: 'Administration',
    audience: 'staff',
    needs: 'holdCases',
    summary: 'Lift a legal hold; one that was lifted stays as it is',
    params: ofHold,
    body: WithReason,
    answers: { 204: done },
    errors: write,
  },
  listDueCases: {
    method: 'GET',
    path: '/retention/due',
    tag: 'Administration',
    audience: 'staff',
    needs: 'purgeCases',
    summary: 'Closed cases whose time to be kept is over',
    query: PageQuery,
    answers: { 200: json('A page of them', DuePage) },
    errors: [400, 401, 403],
  },
  purgeCase: {
    method: 'POST',
    path: '/cases/{id}/purge',
    tag: 'Administration',
    audience: 'staff',
    needs: { dependsOnRequest: ['purgeCases', 'purgeByOrder'] },
    summary: 'Erase a closed case for good: its payloads, its text, its files',
    description:
      'What is left is a tombstone and the chain of its events, which still proves that none was exchanged. Bytes that another case names stay. Some minutes later the bytes are gone from the store, and from every machine.',
    params: ofCase,
    body: Purge,
    answers: { 200: json('What is left', TombstoneDetail) },
    errors: write,
  },
  getTombstone: {
    method: 'GET',
    path: '/cases/{id}/tombstone',
    tag: 'Administration',
    audience: 'staff',
    needs: 'readTombstones',
    about: 'service',
    summary: 'Who purged a case, when, and by which rule',
    params: ofCase,
    answers: { 200: json('The tombstone', TombstoneDetail) },
    errors: [401, 403, 404],
  },
  listTombstones: {
    method: 'GET',
    path: '/tombstones',
    tag: 'Administration',
    audience: 'staff',
    needs: 'readTombstones',
    summary: 'Cases that were purged, the last first',
    query: PageQuery,
    answers: { 200: json('A page of tombstones', TombstonePage) },
    errors: [400, 401, 403],
  },
} as const satisfies Record<string, Route>

const hold = { holdId: Type.String(), why: Type.String() }

export const events = {
  'case.legalHoldPlaced': shownTo('deliberation', Type.Object(hold)),
  'case.legalHoldLifted': shownTo('deliberation', Type.Object(hold)),
  'case.sensitivitySet': shownTo(
    'deliberation',
    Type.Object({
      from: Type.Integer({ minimum: 0 }),
      level: Type.Integer({ minimum: 0, description: 'Only members cleared for it see the case' }),
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
        Type.Integer({ minimum: 0, description: 'At the purge: only members cleared for it are told of it' }),
      ),
    }),
    { staff: ['sensitivity'] },
  ),
}
