import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const keepDrafts = defineJob({
  name: 'keepDrafts',
  does: 'Saves a version of a draft when its author pauses',
  lane: 'prompt',
  needs: ['clock', 'writing'],
  payload: Type.Object({}),
  key: () => 'all',
  at: '* * * * *',
  run: (_, { parts, signal }) => parts.writing.keepDue(parts.clock(), signal),
})
