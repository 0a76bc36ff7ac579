import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const distribute = defineJob({
  name: 'distribute',
  does: 'Runs a distribution of cases',
  lane: 'prompt',
  needs: ['distribution'],
  payload: Type.Object({ runId: Type.String() }),
  key: ({ runId }) => runId,
  run: ({ runId }, { parts }) => parts.distribution.carryOut(runId),
})
