import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const fireTimers = defineJob({
  name: 'fireTimers',
  does: 'Fires timers that are due',
  lane: 'prompt',
  needs: ['fireTimers'],
  payload: Type.Object({}),
  key: () => 'all',
  at: '* * * * *',
  run: (_, { parts, signal }) => parts.fireTimers(signal),
})
