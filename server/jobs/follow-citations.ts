import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const followCitations = defineJob({
  name: 'followCitations',
  does: 'Moves the citations of a case to where their words are now',
  lane: 'prompt',
  needs: ['followCitations'],
  payload: Type.Object({ caseId: Type.String() }),
  key: ({ caseId }) => caseId,
  // A signed decision keeps its citations in place until it is recalled.
  on: { 'workProduct.recalled': ({ caseId }) => ({ caseId }) },
  run: ({ caseId }, { parts }) => parts.followCitations(caseId),
})
