import { shownTo } from './audience.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonBlank, nonEmpty } from './text.ts'
import Type, { type Static } from './type.ts'

/** The day tells when somebody was born, and that is for staff. */
export const Priority = shownTo(
  'party',
  Type.Object({
    advanced: Type.Array(Type.String(), {
      description: 'Why the case is advanced on the docket, as reasons from the profile; empty if it is not',
      examples: [['age']],
    }),
    isCourtRemand: Type.Boolean({ description: 'Whether a court remanded the case' }),
    advancedByAgeOn: Type.Optional({
      ...CalendarDate,
      description: 'When the oldest claimant reaches the age that advances the case, if in the future',
    }),
  }),
  { staff: ['advancedByAgeOn'] },
)
export type Priority = Static<typeof Priority>

export const PriorityDetail = Type.Object({ priority: Priority })

export const RuleOnMotion = Type.Object(
  {
    reason: nonEmpty(100, { description: 'A reason from the profile' }),
    granted: Type.Boolean({
      description: 'False denies the motion and revokes an earlier grant for this reason',
    }),
    why: nonBlank(2000, { description: 'The reason, as a sentence' }),
  },
  {
    additionalProperties: false,
    examples: [{ reason: 'seriousIllness', granted: true, why: 'The oncologist’s letter of 2 March.' }],
  },
)
export type RuleOnMotion = Static<typeof RuleOnMotion>

export const tag = 'Work'

export const routes = {
  getPriority: {
    method: 'GET',
    path: '/cases/{id}/priority',
    audience: 'party',
    needs: 'readState',
    trace: 'standing',
    summary: 'Get the priority of a case',
    params: ofCase,
    answers: { 200: json('Its priority', PriorityDetail) },
    servedBy: { call: ['priorities.get', 'id'] },
    sdk: {
      call: 'client.cases.priority',
      example: sample`
        const { advanced, isCourtRemand, advancedByAgeOn } = await client.cases.priority(caseId)
        console.log(advanced, isCourtRemand, advancedByAgeOn)
      `,
    },
  },
  ruleOnMotion: {
    method: 'POST',
    path: '/cases/{id}/advance',
    audience: 'integration',
    needs: 'advanceCases',
    trace: 'change',
    summary: 'Grant or deny a motion to advance a case on the docket',
    description:
      'No motion is needed for age: a case is advanced when its oldest living claimant reaches the set age.',
    params: ofCase,
    body: RuleOnMotion,
    answers: { 200: json('The new priority', PriorityDetail) },
    servedBy: { call: ['priorities.rule', 'request', 'id', 'body'], answer: 'getPriority' },
    sdk: {
      call: 'client.cases.advance',
      takes: ['ruling'],
      about: 'Grant or deny a motion to advance a case on the docket. Advancement by age is automatic.',
      example: sample`
        const why = 'The letter of the oncologist.'
        const { advanced } = await client.cases.advance(caseId, { reason: 'seriousIllness', granted: true, why })
        console.log(advanced)
      `,
    },
  },
} as const satisfies Record<string, Row>

export const events = {
  'case.advanced': shownTo(
    'party',
    Type.Object({
      reason: Type.String({ description: 'A reason from the profile' }),
      granted: Type.Boolean({ description: 'False if it was denied or no longer applies' }),
      why: Type.String(),
      advanced: Type.Array(Type.String(), { description: 'All reasons that now apply' }),
    }),
    { staff: ['why'] },
  ),
  'case.courtRemanded': shownTo('staff', Type.Object({ why: Type.String() })),
}
