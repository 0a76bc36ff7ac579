import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const placeSessions = defineJob({
  name: 'placeSessions',
  does: 'Places the sessions of a plan that was accepted',
  lane: 'prompt',
  payload: Type.Object({ planId: Type.String() }),
  key: ({ planId }) => planId,
  run: ({ planId }, { parts }) => parts.portico.sessionPlans.carryOut(planId),
})
