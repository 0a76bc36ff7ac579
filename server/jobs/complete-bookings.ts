import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const completeBookings = defineJob({
  name: 'completeBookings',
  does: 'Books scheduled sessions for all records of the same person',
  lane: 'prompt',
  needs: ['completeBookings'],
  payload: Type.Object({ caseId: Type.String() }),
  key: ({ caseId }) => caseId,
  on: {
    'party.recorded': ({ caseId, data: { aliases = [] } }) => (aliases.length > 0 ? { caseId } : undefined),
    'access.granted': ({ caseId }) => ({ caseId }),
  },
  resume: (_, ask) => ask({ caseId: '' }),
  run: ({ caseId }, { parts }) => parts.completeBookings(caseId),
})
