import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const printTranscripts = defineJob({
  name: 'printTranscripts',
  does: 'Files certified transcripts',
  lane: 'prompt',
  needs: ['transcribing', 'transcripts'],
  takesSpace: true,
  payload: Type.Object({ caseId: Type.String(), sessionId: Type.String() }),
  key: ({ caseId, sessionId }) => `${caseId} ${sessionId}`,
  on: { 'transcript.certified': ({ caseId, subject }) => ({ caseId, sessionId: subject }) },
  async resume(parts, ask) {
    for (const session of await parts.transcripts.toPrint()) await ask(session)
  },
  run: (session, { parts, signal }) => parts.transcribing.print(session, signal),
})
