import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const checkDocket = defineJob({
  name: 'checkDocket',
  does: 'Checks the rules of a large docket where something has happened, and everywhere once a day',
  lane: 'prompt',
  needs: ['docket'],
  // After everything that a person waits for.
  priority: 10,
  payload: Type.Object({}),
  key: () => 'all',
  at: '*/2 * * * *',
  resume: (_, ask) => ask({}),
  async run(_, { parts, signal }) {
    await parts.docket.keepChecked(signal)
  },
})
