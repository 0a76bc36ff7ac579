import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const flagSessionsOfCase = defineJob({
  name: 'flagSessionsOfCase',
  does: 'Flags scheduled sessions of a case that its adjudicator may no longer see',
  lane: 'prompt',
  needs: ['flagConflicts'],
  payload: Type.Object({ caseId: Type.String() }),
  key: ({ caseId }) => caseId,
  on: { 'case.sensitivitySet': ({ caseId }) => ({ caseId }) },
  run: ({ caseId }, { parts, signal }) => parts.flagConflicts({ caseId }, signal),
})
