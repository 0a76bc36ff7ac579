import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const flagSessionsOfCase = defineJob({
  name: 'flagSessionsOfCase',
  does: 'Flags placed sessions of a case that its adjudicator may not see any more',
  lane: 'prompt',
  needs: ['flagConflicts'],
  payload: Type.Object({ caseId: Type.String() }),
  key: ({ caseId }) => caseId,
  on: { 'case.sensitivitySet': ({ caseId }) => ({ caseId }) },
  run: ({ caseId }, { parts, signal }) => parts.flagConflicts({ caseId }, signal),
})
