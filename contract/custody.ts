import Type, { type Static } from 'typebox'
import { PurgeRule } from './events/custody.ts'
import { Timestamp } from './text.ts'

const strict = { additionalProperties: false }
const why = Type.String({ minLength: 1, maxLength: 1000 })

export const WithReason = Type.Object({ why }, strict)

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

export const PageQuery = Type.Object({ after: Type.Optional(Type.String({ maxLength: 200 })), limit })

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

export const named = {
  DueCase,
  DuePage,
  LegalHold,
  LegalHoldDetail,
  LegalHoldList,
  Purge,
  PurgeRule,
  Sensitivity,
  SetSensitivity,
  Tombstone,
  TombstoneDetail,
  TombstonePage,
  WithReason,
}
