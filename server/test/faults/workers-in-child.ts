import Type from '@portico/contract/type'
import { defineJob } from '../../jobs/define-job.ts'
import { startWorkers } from '../../jobs/workers.ts'
import { openDatabase } from '../../store/db.ts'

/** Begins a job and never ends it. */
const url = process.argv[2] as string
await startWorkers({
  url,
  db: openDatabase({ url }),
  parts: {},
  jobs: [
    defineJob({
      name: 'orphan',
      does: 'Hangs',
      lane: 'prompt',
      needs: [],
      payload: Type.Object({}),
      key: () => 'all',
      run: async () => {
        console.log('begun')
        await new Promise(() => {})
      },
    }),
  ],
  onFailure: (name, error) => console.error(name, error),
})
