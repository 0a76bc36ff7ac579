import Type from 'typebox'
import { defineJob } from './define-job.ts'

export const beginWork = defineJob({
  name: 'beginWork',
  does: 'Opens the first tasks of cases that an older version left without any',
  lane: 'bulk',
  payload: Type.Object({}),
  key: () => 'all',
  resume: (_, ask) => ask({}),
  run: (_, { parts, signal }) => parts.beginWork(signal),
})
