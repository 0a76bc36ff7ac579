import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

/** One job for all cases: it tries every waiting fact. */
export const applyWaitingFacts = defineJob({
  name: 'applyWaitingFacts',
  does: 'Applies what other systems reported about a case before it was known here',
  lane: 'prompt',
  needs: ['inbox'],
  payload: Type.Object({}),
  key: () => 'all',
  on: {
    'case.opened': ({ data }) => (data?.alias ? {} : undefined),
    'case.aliased': () => ({}),
  },
  async run(_, { parts: { inbox } }) {
    for (const factId of await inbox.toTry()) await inbox.apply(factId)
  },
})
