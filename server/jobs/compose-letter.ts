import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const composeLetter = defineJob({
  name: 'composeLetter',
  does: 'Composes a letter, and files it on its case',
  lane: 'prompt',
  needs: ['composeLetter', 'letters'],
  payload: Type.Object({ caseId: Type.String(), letterId: Type.String() }),
  key: ({ caseId, letterId }) => `${caseId} ${letterId}`,
  takesSpace: true,
  on: { 'letter.owed': ({ caseId, subject }) => ({ caseId, letterId: subject }) },
  async resume(parts, ask) {
    for (const order of await parts.letters.owed()) await ask(order)
  },
  run: (order, { parts, signal }) => parts.composeLetter(order, signal),
})
