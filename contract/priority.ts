import Type, { type Static } from 'typebox'
import { shownTo } from './audience.ts'
import { CalendarDate } from './text.ts'

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

export const named = { Priority, PriorityDetail, RuleOnMotion }
