import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const remindSessions = defineJob({
  name: 'remindSessions',
  does: 'Sends reminders of sessions on the days that the profile sets',
  lane: 'bulk',
  needs: ['remindSessions'],
  payload: Type.Object({}),
  key: () => 'all',
  at: '*/10 * * * *',
  run: (_, { parts, signal }) => parts.remindSessions(signal),
})
