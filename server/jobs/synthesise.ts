import Type from '@portico/contract/type'
import { orderedCases } from '../app/sandbox/ordered-cases.ts'
import type { Queryable } from '../store/db.ts'
import { unfinishedKeys } from '../store/jobs.ts'
import { defineJob } from './define-job.ts'

export const synthesise = defineJob({
  name: 'synthesise',
  does: 'Makes a synthetic case, works on it until its stage, and brings its mail',
  lane: 'bulk',
  needs: ['bringMail', 'liven', 'onSynthesised', 'synthesise'],
  takesSpace: true,
  // After the work on cases that people have brought.
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

/** Synthetic cases whose past is still being written, in whichever process, or will be once a worker is free. */
export async function casesInTheMaking(db: Queryable): Promise<Set<string>> {
  return orderedCases(db, await unfinishedKeys(db, synthesise.name))
}
