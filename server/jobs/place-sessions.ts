import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const placeSessions = defineJob({
  name: 'placeSessions',
  does: 'Schedules the sessions of an accepted plan',
  lane: 'prompt',
  needs: ['sessionPlans'],
  payload: Type.Object({ planId: Type.String() }),
  key: ({ planId }) => planId,
  run: ({ planId }, { parts }) => parts.sessionPlans.carryOut(planId),
})
