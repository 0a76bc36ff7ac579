import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const flagConflicts = defineJob({
  name: 'flagConflicts',
  does: 'Flags scheduled sessions that conflict with a changed calendar',
  lane: 'prompt',
  needs: ['flagConflicts'],
  payload: Type.Object({ participantId: Type.String() }),
  key: ({ participantId }) => participantId,
  run: ({ participantId }, { parts, signal }) => parts.flagConflicts({ participantId }, signal),
})
