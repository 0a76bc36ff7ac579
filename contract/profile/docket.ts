import Type, { type Static } from '../type.ts'
import { closed, days, Label, listOf, Name, oneOf, Sentence } from './text.ts'

const count = (description: string, most = 1000) => Type.Integer({ minimum: 1, maximum: most, description })

export const AdvanceReason = Type.Object(
  {
    name: Name,
    label: Label,
    byMotion: Type.Boolean({ description: 'Somebody asks for it; otherwise the service finds it' }),
  },
  closed,
)

export const Rank = Type.Object(
  { when: oneOf(['courtRemandAndAdvanced', 'advanced', 'courtRemand']), why: Sentence },
  closed,
)

export const Priority = Type.Object(
  {
    advancedAge: Type.Integer({
      minimum: 0,
      maximum: 150,
      description: 'A case is advanced when its claimant is so old',
    }),
    advanceReasons: listOf(AdvanceReason, 'Why a case may be advanced on the docket'),
    ageReason: { ...Name, description: 'The reason that is given for age' },
    order: Type.Array(Rank, {
      maxItems: 3,
      description: 'What comes first in any national list; then the docket number',
    }),
    otherwise: { ...Sentence, description: 'Why a case stands where its docket number puts it' },
  },
  closed,
)

export const DocketGoal = Type.Object({ docket: Name, days: days('From receipt to decision') }, closed)

export const Levers = Type.Object(
  {
    batchPerDrafter: count('Cases given to an adjudicator at once, for each drafter of the team'),
    batchWithoutTeam: count('Cases given at once to an adjudicator without a team'),
    mostWaiting: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'More may be asked for with so many waiting, or fewer',
    }),
    affinityDays: Type.Object(
      {
        session: days('How long a case is kept for whoever held its session', 3650),
        advanced: days('The same where it is advanced', 3650),
        courtRemand: days('How long for whoever decided it before a court sent it back', 3650),
      },
      closed,
    ),
    docketGoals: Type.Array(DocketGoal, { maxItems: 50, description: 'One for each docket' }),
  },
  { ...closed, description: 'What distribution is steered by' },
)

export const Distribution = Type.Object(
  {
    taskType: { ...Name, description: 'A case is ready while its task of this type is open and not on hold' },
    outcome: { ...Name, description: 'How that task ends when the case is given to somebody' },
    receiverRole: { ...Name, description: 'Who is given cases' },
    drafterRole: { ...Name, description: 'Those of the same team with this role make the batch larger' },
    waitingTypes: Type.Array(Name, {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'What somebody has waiting: their tasks of these types that are not on hold',
    }),
  },
  { ...closed, description: 'What distribution means in the words of this profile' },
)

export const RetentionRule = Type.Object(
  {
    name: Name,
    label: Label,
    caseTypes: Type.Array(Name, { minItems: 1, maxItems: 100, uniqueItems: true }),
    keepYears: Type.Integer({ minimum: 0, maximum: 1000, description: 'After the case was closed' }),
    why: { ...Sentence, description: 'The law or the schedule that says so' },
    purgesByItself: Type.Optional(
      Type.Literal(true, {
        description:
          'The service purges a case when its time is over; otherwise it waits for a person to do so',
      }),
    ),
  },
  closed,
)

export const docketSections = {
  priority: Priority,
  levers: Levers,
  distribution: Distribution,
  retention: listOf(RetentionRule, 'How long cases are kept; those of other types for ever'),
}

export type Priority = Static<typeof Priority>
export type Levers = Static<typeof Levers>
export type Distribution = Static<typeof Distribution>
export type RetentionRule = Static<typeof RetentionRule>
