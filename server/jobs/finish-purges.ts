import Type from '@portico/contract/type'
import { settleMs } from '../app/custody/finish-purges.ts'
import { defineJob } from './define-job.ts'

export const finishPurges = defineJob({
  name: 'finishPurges',
  does: 'Deletes the bytes of purged cases that nothing else refers to',
  lane: 'bulk',
  needs: ['finishPurges'],
  payload: Type.Object({}),
  key: () => 'all',
  delayMs: settleMs,
  on: { 'case.purged': () => ({}) },
  run: (_, { parts, signal }) => parts.finishPurges(signal),
})
