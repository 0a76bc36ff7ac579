import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const refreshReports = defineJob({
  name: 'refreshReports',
  does: 'Makes the reports over a large docket anew, so that nobody waits for them',
  lane: 'prompt',
  needs: ['reports'],
  // Behind whatever somebody waits for.
  priority: 10,
  payload: Type.Object({}),
  key: () => 'all',
  at: '* * * * *',
  resume: (_, ask) => ask({}),
  run: (_, { parts, signal }) => parts.reports.refresh(signal),
})
