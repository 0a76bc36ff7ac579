import Type, { type Static } from 'typebox'
import { shownTo } from '../audience.ts'
import { Timestamp } from '../text.ts'

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

const ofHold = { holdId: Type.String(), why: Type.String() }

/** How a case is kept: what holds it, who may see it, and its end. */
export const custodyEvents = {
  'case.legalHoldPlaced': shownTo('deliberation', Type.Object(ofHold)),
  'case.legalHoldLifted': shownTo('deliberation', Type.Object(ofHold)),
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
