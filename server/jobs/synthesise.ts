import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const synthesise = defineJob({
  name: 'synthesise',
  does: 'Makes a synthetic case',
  lane: 'bulk',
  takesSpace: true,
  // What somebody has brought goes first.
  priority: 10,
  payload: Type.Object({ seed: Type.String(), index: Type.Integer(), pages: Type.Integer() }),
  key: ({ seed, index, pages }) => `${seed} ${index} ${pages}`,
  async run(order, { parts, signal }) {
    parts.onSynthesised(await parts.synthesise(order, { signal }))
  },
})
