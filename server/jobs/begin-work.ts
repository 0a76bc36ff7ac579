import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const beginWork = defineJob({
  name: 'beginWork',
  does: 'Opens the first tasks of cases from an older version that have none',
  lane: 'bulk',
  needs: ['beginWork'],
  payload: Type.Object({}),
  key: () => 'all',
  resume: (_, ask) => ask({}),
  run: (_, { parts, signal }) => parts.beginWork(signal),
})
