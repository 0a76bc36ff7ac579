import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

/** Then other waiting jobs run. */
const sliceMs = 15_000

export const runImport = defineJob({
  name: 'runImport',
  does: 'Loads the rows of an import',
  lane: 'bulk',
  needs: ['bulkLoad'],
  takesSpace: true,
  payload: Type.Object({ importId: Type.String() }),
  key: ({ importId }) => importId,
  async run({ importId }, { parts, signal, again }) {
    const isMore = await parts.bulkLoad.run(importId, { signal, sliceMs })
    if (isMore) await again()
  },
})
