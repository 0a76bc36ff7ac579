import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const keepDrafts = defineJob({
  name: 'keepDrafts',
  does: 'Makes a version of what was typed, once its author has paused',
  lane: 'prompt',
  needs: ['clock', 'writing'],
  payload: Type.Object({}),
  key: () => 'all',
  at: '* * * * *',
  run: (_, { parts, signal }) => parts.writing.keepDue(parts.clock(), signal),
})
