import Type from 'typebox'

/** What decides how soon a case is taken up. */
export const priorityEvents = {
  'case.advanced': Type.Object({
    reason: Type.String({ description: 'A reason of the profile' }),
    granted: Type.Boolean({ description: 'False where it was denied, or holds no more' }),
    why: Type.String(),
    advanced: Type.Array(Type.String(), { description: 'All reasons that hold from now on' }),
  }),
  'case.courtRemanded': Type.Object({ why: Type.String() }),
}
