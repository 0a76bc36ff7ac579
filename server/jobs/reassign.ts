import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const reassign = defineJob({
  name: 'reassign',
  does: 'Moves tasks in bulk',
  lane: 'prompt',
  needs: ['reassignments'],
  payload: Type.Object({ reassignmentId: Type.String() }),
  key: ({ reassignmentId }) => reassignmentId,
  run: ({ reassignmentId }, { parts, signal }) => parts.reassignments.carryOut(reassignmentId, signal),
})
