import Type, { type Static } from 'typebox'
import { PersonName } from '../appeals.ts'
import { shownTo } from '../audience.ts'

/** What can be corrected of a case. */
export const CaseCorrection = Type.Object({
  caseType: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'A case type of the profile' }),
  ),
  docket: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A docket of the profile, of a case that is on one',
    }),
  ),
  veteran: Type.Optional(
    Type.Object(PersonName.properties, {
      additionalProperties: false,
      description: 'The name of the veteran',
    }),
  ),
  externalStatus: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Where the case stands in another system, in the words of that system',
    }),
  ),
})
export type CaseCorrection = Static<typeof CaseCorrection>

export const Corrected = Type.Object({
  ...CaseCorrection.properties,
  isCourtRemand: Type.Optional(
    Type.Boolean({ description: 'With a type: whether cases of it were sent back by a court' }),
  ),
  was: Type.Object(CaseCorrection.properties, { description: 'What was said before' }),
  why: Type.String(),
})
export type Corrected = Static<typeof Corrected>

export const correctionEvents = {
  'case.corrected': shownTo('party', Corrected, {
    integration: ['externalStatus'],
    staff: ['was', 'why', 'isCourtRemand'],
  }),
}
