import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const applyProfile = defineJob({
  name: 'applyProfile',
  does: 'Applies a new profile to every case',
  lane: 'bulk',
  needs: ['applyProfile'],
  payload: Type.Object({}),
  key: () => 'profile',
  run: (_, { parts, signal }) => parts.applyProfile(signal),
})
