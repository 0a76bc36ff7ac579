import Type from 'typebox'
import { shownTo } from '../audience.ts'

/** What decides how soon a case is taken up. */
export const priorityEvents = {
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
