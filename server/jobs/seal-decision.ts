import Type from '@portico/contract/type'
import { resumeSealing } from '../app/decisions/sealing-queue.ts'
import { defineJob } from './define-job.ts'

export const sealDecision = defineJob({
  name: 'sealDecision',
  does: 'Typesets and seals a signed decision',
  lane: 'prompt',
  needs: ['db', 'sealDecision'],
  payload: Type.Object({ caseId: Type.String(), workProductId: Type.String() }),
  key: ({ caseId, workProductId }) => `${caseId} ${workProductId}`,
  on: { 'workProduct.signed': ({ caseId, subject }) => ({ caseId, workProductId: subject }) },
  resume: ({ db }) => resumeSealing(db),
  run: (order, { parts, signal }) => parts.sealDecision(order, signal),
})
