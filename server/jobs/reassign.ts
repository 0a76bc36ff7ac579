import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const reassign = defineJob({
  name: 'reassign',
  does: 'Moves tasks in bulk',
  lane: 'prompt',
  payload: Type.Object({ reassignmentId: Type.String() }),
  key: ({ reassignmentId }) => reassignmentId,
  run: ({ reassignmentId }, { parts, signal }) =>
    parts.portico.reassignments.carryOut(reassignmentId, signal),
})
