import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const applyFact = defineJob({
  name: 'applyFact',
  does: 'Applies what another system has reported',
  lane: 'prompt',
  needs: ['inbox'],
  payload: Type.Object({ factId: Type.String() }),
  key: ({ factId }) => factId,
  async resume({ inbox }, ask) {
    for (const factId of await inbox.toTry()) await ask({ factId })
  },
  run: async ({ factId }, { parts }) => parts.inbox.apply(factId),
})
