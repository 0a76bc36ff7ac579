import { oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { days, Label, listOf, Name, Sentence } from './text.ts'

const count = (description: string, most = 1000) => Type.Integer({ minimum: 1, maximum: most, description })

export const AdvanceReason = Type.Object(
  {
    name: Name,
    label: Label,
    byMotion: Type.Boolean({ description: 'Granted by motion; otherwise detected by the service' }),
  },
  strict,
)

export const Rank = Type.Object(
  { when: oneOf(['courtRemandAndAdvanced', 'advanced', 'courtRemand']), why: Sentence },
  strict,
)

export const Priority = Type.Object(
  {
    advancedAge: Type.Integer({
      minimum: 0,
      maximum: 150,
      description: 'The age of a claimant that advances a case',
    }),
    advanceReasons: listOf(AdvanceReason, 'Reasons to advance a case on the docket'),
    ageReason: { ...Name, description: 'The reason used for age' },
    order: Type.Array(Rank, {
      maxItems: 3,
      description: 'Sort order of every national list, before the docket number',
    }),
    otherwise: { ...Sentence, description: 'The reason shown for a case ranked by docket number alone' },
  },
  strict,
)

export const DocketGoal = Type.Object({ docket: Name, days: days('From receipt to decision') }, strict)

export const Levers = Type.Object(
  {
    batchPerDrafter: count("Cases per batch for each drafter on the adjudicator's team"),
    batchWithoutTeam: count('Cases per batch for an adjudicator without a team'),
    mostWaiting: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'A member with more cases waiting than this cannot request more',
    }),
    affinityDays: Type.Object(
      {
        session: days('How long a case is reserved for whoever held its session', 3650),
        advanced: days('The same for an advanced case', 3650),
        courtRemand: days('How long a court remand is reserved for whoever decided it before', 3650),
      },
      strict,
    ),
    docketGoals: Type.Array(DocketGoal, { maxItems: 50, description: 'One goal per docket' }),
  },
  { ...strict, description: 'The levers of distribution' },
)

export const Distribution = Type.Object(
  {
    taskType: { ...Name, description: 'A case is ready while its task of this type is open and not on hold' },
    outcome: { ...Name, description: 'Outcome of that task when the case is given to a member' },
    receiverRole: { ...Name, description: 'The role that receives cases' },
    drafterRole: { ...Name, description: 'Members of the same team with this role increase the batch' },
    waitingTypes: Type.Array(Name, {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'Tasks that count as waiting: those of these types that are not on hold',
    }),
  },
  { ...strict, description: 'Maps distribution to the terms of this profile' },
)

export const RetentionRule = Type.Object(
  {
    name: Name,
    label: Label,
    caseTypes: Type.Array(Name, { minItems: 1, maxItems: 100, uniqueItems: true }),
    keepYears: Type.Integer({ minimum: 0, maximum: 1000, description: 'Years after the case is closed' }),
    why: { ...Sentence, description: 'The law or retention schedule that requires it' },
    purgesByItself: Type.Optional(
      Type.Literal(true, {
        description: 'The service purges cases when their retention period ends; otherwise a person must',
      }),
    ),
  },
  strict,
)

export const docketSections = {
  priority: Priority,
  levers: Levers,
  distribution: Distribution,
  retention: listOf(RetentionRule, 'How long cases are kept; types without a rule are kept indefinitely'),
}

export type Priority = Static<typeof Priority>
export type Levers = Static<typeof Levers>
export type Distribution = Static<typeof Distribution>
export type RetentionRule = Static<typeof RetentionRule>
