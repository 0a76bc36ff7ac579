import { shownTo } from './audience.ts'
import { json, ofCase, type Route, write } from './route.ts'
import { CalendarDate } from './text.ts'
import Type, { type Static } from './type.ts'

/** The day tells when somebody was born, and that is for staff. */
export const Priority = shownTo(
  'party',
  Type.Object({
    advanced: Type.Array(Type.String(), {
      description: 'Why the case is advanced on the docket, in words of the profile; empty where it is not',
      examples: [['age']],
    }),
    isCourtRemand: Type.Boolean({ description: 'Whether a court has sent it back' }),
    advancedByAgeOn: Type.Optional({
      ...CalendarDate,
      description: 'When its oldest claimant reaches the age that advances it, where that lies ahead',
    }),
  }),
  { staff: ['advancedByAgeOn'] },
)
export type Priority = Static<typeof Priority>

export const PriorityDetail = Type.Object({ priority: Priority })

export const RuleOnMotion = Type.Object(
  {
    reason: Type.String({ minLength: 1, maxLength: 100, description: 'A reason of the profile' }),
    granted: Type.Boolean({
      description: 'False denies it, and takes back what was granted for this reason',
    }),
    why: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description: 'In a sentence' }),
  },
  {
    additionalProperties: false,
    examples: [{ reason: 'seriousIllness', granted: true, why: 'The oncologist’s letter of 2 March.' }],
  },
)
export type RuleOnMotion = Static<typeof RuleOnMotion>

export const routes = {
  getPriority: {
    method: 'GET',
    path: '/cases/{id}/priority',
    tag: 'Work',
    audience: 'party',
    needs: 'readState',
    summary: 'Why a case comes before others, if it does',
    params: ofCase,
    answers: { 200: json('Its priority', PriorityDetail) },
    errors: [401, 403, 404],
  },
  ruleOnMotion: {
    method: 'POST',
    path: '/cases/{id}/advance',
    tag: 'Work',
    audience: 'integration',
    needs: 'advanceCases',
    summary: 'Grant or deny a motion to advance a case on the docket',
    description: 'Age advances a case by itself, when its oldest living claimant reaches it.',
    params: ofCase,
    body: RuleOnMotion,
    answers: { 200: json('Its priority now', PriorityDetail) },
    errors: write,
  },
} as const satisfies Record<string, Route>

export const events = {
  'case.advanced': shownTo(
    'party',
    Type.Object({
      reason: Type.String({ description: 'A reason of the profile' }),
      granted: Type.Boolean({ description: 'False where it was denied, or holds no more' }),
      why: Type.String(),
      advanced: Type.Array(Type.String(), { description: 'All reasons that hold from now on' }),
    }),
    { staff: ['why'] },
  ),
  'case.courtRemanded': shownTo('staff', Type.Object({ why: Type.String() })),
}
