import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const synthesise = defineJob({
  name: 'synthesise',
  does: 'Makes a synthetic case, works it up to its stage, and brings its mail',
  lane: 'bulk',
  takesSpace: true,
  // What somebody has brought goes first.
  priority: 10,
  payload: Type.Object({ seed: Type.String(), index: Type.Integer(), pages: Type.Integer() }),
  key: ({ seed, index, pages }) => `${seed} ${index} ${pages}`,
  async run(order, { parts, signal }) {
    const made = await parts.synthesise(order, { signal, isAtWork: parts.liven !== undefined })
    parts.onSynthesised(made)
    await parts.liven?.(order, made.caseId, signal)
    await parts.bringMail?.(order, made.caseId)
  },
})
