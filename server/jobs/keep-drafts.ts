import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const keepDrafts = defineJob({
  name: 'keepDrafts',
  does: 'Makes a version of what was typed, once its author has paused',
  lane: 'prompt',
  payload: Type.Object({}),
  key: () => 'all',
  at: '* * * * *',
  run: (_, { parts, signal }) => parts.portico.writing.keepDue(parts.clock(), signal),
})
