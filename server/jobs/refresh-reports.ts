import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const refreshReports = defineJob({
  name: 'refreshReports',
  does: 'Recomputes reports over a large docket in advance',
  lane: 'prompt',
  needs: ['reports'],
  // After everything that a person waits for.
  priority: 10,
  payload: Type.Object({}),
  key: () => 'all',
  at: '* * * * *',
  resume: (_, ask) => ask({}),
  run: (_, { parts, signal }) => parts.reports.refresh(signal),
})
