import Type from 'typebox'
import { defineJob } from './define-job.ts'

export const applyProfile = defineJob({
  name: 'applyProfile',
  does: 'Settles every case by the words of a new profile',
  lane: 'bulk',
  payload: Type.Object({}),
  key: () => 'profile',
  run: (_, { parts, signal }) => parts.applyProfile(signal),
})
