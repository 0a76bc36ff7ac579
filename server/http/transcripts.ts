import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function transcriptHandlers({ transcripts }: Portico) {
  const of = ({
    id: caseId,
    sessionId,
    transcriptId,
  }: {
    id: string
    sessionId: string
    transcriptId: string
  }) => ({
    caseId,
    sessionId,
    transcriptId,
  })
  return {
    listTranscripts: async ({ params }) => ({
      transcripts: await transcripts.list(params.id, params.sessionId),
    }),

    getTranscript: async ({ params }) => ({ transcript: await transcripts.get(of(params)) }),

    correctLine: async ({ params, body, call }) => ({
      line: await transcripts.correct(call(), of(params), params.lineId, body),
    }),

    nameSpeaker: async ({ params, body, call }) => ({
      transcript: await transcripts.nameSpeaker(call(), of(params), params.recordingId, body.speaker),
    }),

    certifyTranscript: async ({ params, body, call }) => ({
      transcript: await transcripts.certify(call(), of(params), body.linesSha256),
    }),
  } satisfies Partial<Handlers>
}
