import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { CorrectLine } from './types.ts'

export function transcriptsOver({ call }: Calls) {
  return {
    /**
     * List the transcripts of a session, newest first, and how far they are.
     *
     * @example
     * ```ts
     * for (const { id: sessionId } of await client.sessions.list(caseId)) {
     *   for (const { status, progress, why } of await client.transcripts.list(caseId, sessionId)) {
     *     console.log(status, progress?.heardMs, why)
     *   }
     * }
     * ```
     */
    list: (caseId: string, sessionId: string, options?: CallOptions) =>
      call('listTranscripts', { caseId, sessionId }, options),

    /**
     * Get a transcript: who said what, with the time of every word in its recording.
     *
     * @example
     * ```ts
     * for (const { id: sessionId } of await client.sessions.list(caseId)) {
     *   for (const { id } of await client.transcripts.list(caseId, sessionId)) {
     *     const { lines } = await client.transcripts.get(caseId, sessionId, id)
     *     for (const { speaker, text } of lines) console.log(`${speaker}: ${text}`)
     *   }
     * }
     * ```
     */
    get: (caseId: string, sessionId: string, transcriptId: string, options?: CallOptions) =>
      call('getTranscript', { caseId, sessionId, transcriptId }, options),

    /**
     * Correct a line of a draft: its words, or who said them. `was` keeps you from overwriting a colleague.
     *
     * @example
     * ```ts
     * for (const { id: sessionId } of await client.sessions.list(caseId)) {
     *   for (const { id } of await client.transcripts.list(caseId, sessionId)) {
     *     const { lines } = await client.transcripts.get(caseId, sessionId, id)
     *     const line = lines.find(({ words }) => words.some(({ confidence }) => confidence < 0.5))
     *     if (!line) continue
     *     const text = line.text.replace('10 itis', 'tinnitus')
     *     await client.transcripts.correct(caseId, sessionId, id, line.id, { text, was: line.text })
     *   }
     * }
     * ```
     */
    correct: (
      caseId: string,
      sessionId: string,
      transcriptId: string,
      lineId: string,
      line: CorrectLine,
      options?: WriteOptions,
    ) => call('correctLine', { caseId, sessionId, transcriptId, lineId, body: line }, options),

    /**
     * Say whose voice a recording is, for all of its lines.
     *
     * @example
     * ```ts
     * for (const { id: sessionId } of await client.sessions.list(caseId)) {
     *   for (const { id, recordings } of await client.transcripts.list(caseId, sessionId)) {
     *     const unknown = recordings.find(({ speaker }) => speaker === 'Unknown speaker')
     *     if (unknown) await client.transcripts.nameSpeaker(caseId, sessionId, id, unknown.documentId, 'Ada King')
     *   }
     * }
     * ```
     */
    nameSpeaker: (
      caseId: string,
      sessionId: string,
      transcriptId: string,
      recordingId: string,
      speaker: string,
      options?: WriteOptions,
    ) => call('nameSpeaker', { caseId, sessionId, transcriptId, recordingId, body: { speaker } }, options),

    /**
     * Certify a transcript: you have checked it against the sound. It changes no more, and its document is revised.
     *
     * @example
     * ```ts
     * for (const { id: sessionId } of await client.sessions.list(caseId)) {
     *   for (const { id, status } of await client.transcripts.list(caseId, sessionId)) {
     *     if (status !== 'draft') continue
     *     const { linesSha256 } = await client.transcripts.get(caseId, sessionId, id)
     *     await client.transcripts.certify(caseId, sessionId, id, linesSha256)
     *   }
     * }
     * ```
     */
    certify: (
      caseId: string,
      sessionId: string,
      transcriptId: string,
      linesSha256: string,
      options?: WriteOptions,
    ) => call('certifyTranscript', { caseId, sessionId, transcriptId, body: { linesSha256 } }, options),
  }
}

/** The transcripts of sessions: made from their recordings, checked by a person, certified. */
export type Transcripts = ReturnType<typeof transcriptsOver>
