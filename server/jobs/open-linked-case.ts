import Type from 'typebox'
import { defineJob } from './define-job.ts'

export const openLinkedCase = defineJob({
  name: 'openLinkedCase',
  does: 'Opens the case that goes on with another, where whoever linked them was cut off',
  lane: 'prompt',
  payload: Type.Object({ caseId: Type.String(), linkedCaseId: Type.String() }),
  key: ({ linkedCaseId }) => linkedCaseId,
  on: {
    'case.linked': ({ caseId, data }) =>
      data?.direction === 'to' ? { caseId, linkedCaseId: data.caseId } : undefined,
  },
  run: ({ caseId, linkedCaseId }, { parts }) => parts.portico.links.openLinkedCase(caseId, linkedCaseId),
})
