import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const openLinkedCase = defineJob({
  name: 'openLinkedCase',
  does: 'Opens a linked case if the request that linked it was interrupted',
  lane: 'prompt',
  needs: ['links'],
  payload: Type.Object({ caseId: Type.String(), linkedCaseId: Type.String() }),
  key: ({ linkedCaseId }) => linkedCaseId,
  on: {
    'case.linked': ({ caseId, data }) =>
      data?.direction === 'to' ? { caseId, linkedCaseId: data.caseId } : undefined,
  },
  run: ({ caseId, linkedCaseId }, { parts }) => parts.links.openLinkedCase(caseId, linkedCaseId),
})
