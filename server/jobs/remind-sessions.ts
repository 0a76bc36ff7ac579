import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const remindSessions = defineJob({
  name: 'remindSessions',
  does: 'Reminds of sessions by the days of the profile',
  lane: 'bulk',
  needs: ['remindSessions'],
  payload: Type.Object({}),
  key: () => 'all',
  at: '*/10 * * * *',
  run: (_, { parts, signal }) => parts.remindSessions(signal),
})
