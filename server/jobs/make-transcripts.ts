import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

/** The delay until the last track of a session is filed. */
const gatherMs = 3000

export const makeTranscripts = defineJob({
  name: 'makeTranscripts',
  does: 'Transcribes the recordings of sessions',
  lane: 'bulk',
  needs: ['transcribing', 'transcripts'],
  priority: 5,
  takesSpace: true,
  payload: Type.Object({ caseId: Type.String(), sessionId: Type.String() }),
  key: ({ caseId, sessionId }) => `${caseId} ${sessionId}`,
  delayMs: gatherMs,
  on: { 'transcript.awaited': ({ caseId, subject }) => ({ caseId, sessionId: subject }) },
  async resume(parts, ask) {
    for (const session of await parts.transcripts.toMake()) await ask(session)
  },
  async run(session, { parts, signal, again }) {
    const came = await parts.transcribing.make(session, signal)
    if (came === 'more') await again()
    // Retried like any failed job, with growing delays.
    if (came === 'delayed') throw new Error('the speech engine is not to be had')
  },
})
