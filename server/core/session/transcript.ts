import type { TranscriptRecording } from '@portico/contract/transcripts'
import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

type OfSession = { caseId: string; sessionId: string }
type OfTranscript = OfSession & { transcriptId: string }
export type TranscriptPaper = {
  name: string
  sha256: string
  bytes: number
  pageCount: number
  date: string
}

export type TranscriptCommand =
  /** After a recording was filed; `event` is the cause. */
  | ({
      type: 'awaitTranscript'
      recording: TranscriptRecording
      event: { id: string; at: string }
    } & OfSession)
  | ({ type: 'noteDelayed'; why: string } & OfTranscript)
  | ({
      type: 'noteDrafted'
      /** The recordings that were transcribed. */
      recordings: TranscriptRecording[]
      model: string
      linesSha256: string
      paper: TranscriptPaper
    } & OfTranscript)
  | ({ type: 'correctLine'; lineId: string; text?: string; speaker?: string; was?: string } & OfTranscript)
  | ({ type: 'nameSpeaker'; recordingId: string; speaker: string; was?: string } & OfTranscript)
  | ({ type: 'certifyTranscript'; linesSha256: string } & OfTranscript)
  | ({ type: 'notePrinted'; paper: TranscriptPaper } & OfTranscript)

type TranscriptState = {
  id: string
  status: 'awaited' | 'draft' | 'certified'
  recordings: TranscriptRecording[]
  documentId: string | null
  isCorrected: boolean
  isPrinted: boolean
  why: string | null
}

export type TranscriptsState = { transcripts: TranscriptState[] }

/**
 * The transcripts of a session. One is awaited as soon as a recording is filed. Later recordings are added to a draft
 * without corrections; otherwise a new transcript is begun.
 */
export const transcripts: Decider<TranscriptCommand, TranscriptsState> = {
  name: 'transcripts',
  needs: {
    awaitTranscript: null,
    noteDelayed: null,
    noteDrafted: null,
    correctLine: 'certifyTranscripts',
    nameSpeaker: 'certifyTranscripts',
    certifyTranscript: 'certifyTranscripts',
    notePrinted: null,
  },
  stateVersion: 1,
  reads: ({ sessionId }) => ({ subject: sessionId }),
  initial: { transcripts: [] },

  evolve(state, event) {
    switch (event.type) {
      case 'transcript.awaited': {
        const { transcriptId: id, recordings } = event.data
        if (state.transcripts.some((transcript) => transcript.id === id))
          return withChanges(state, id, { status: 'awaited', recordings })
        const begun: TranscriptState = {
          id,
          status: 'awaited',
          recordings,
          documentId: null,
          isCorrected: false,
          isPrinted: false,
          why: null,
        }
        return { transcripts: [...state.transcripts, begun] }
      }
      case 'transcript.delayed':
        return withChanges(state, event.data.transcriptId, { why: event.data.why })
      case 'transcript.drafted': {
        const { transcriptId, documentId, recordings } = event.data
        return withChanges(state, transcriptId, { status: 'draft', documentId, recordings, why: null })
      }
      case 'transcript.corrected':
        return withChanges(state, event.data.transcriptId, { isCorrected: true })
      case 'transcript.certified':
        return withChanges(state, event.data.transcriptId, { status: 'certified' })
      case 'transcript.printed':
        return withChanges(state, event.data.transcriptId, { isPrinted: true })
      default:
        return state
    }
  },

  decide(command, state, context): Fact[] {
    const { sessionId } = command
    const fact = <Type extends Fact['type']>(type: Type, data: object) =>
      [{ type, subject: sessionId, data: { sessionId, ...data } } as Fact] satisfies Fact[]
    if (command.type === 'awaitTranscript') {
      const { recording, event } = command
      const last = state.transcripts.at(-1)
      if (last?.recordings.some(({ documentId }) => documentId === recording.documentId)) return []
      const recordings = [...(last?.recordings ?? []), recording].map(({ why: _, ...filed }) => filed)
      const isOpen = last && last.status !== 'certified' && !last.isCorrected
      const transcriptId = isOpen ? last.id : derivedId('trn', event, sessionId)
      return fact('transcript.awaited', { transcriptId, recordings })
    }
    const { transcriptId } = command
    const transcript = state.transcripts.find(({ id }) => id === transcriptId)
    if (!transcript) throw new Refusal('notFound', 'There is no such transcript of this session.')
    switch (command.type) {
      case 'noteDelayed': {
        const { why } = command
        return transcript.status === 'awaited' && transcript.why !== why
          ? fact('transcript.delayed', { transcriptId, why })
          : []
      }
      case 'noteDrafted': {
        const { recordings, model, linesSha256, paper } = command
        // The first of two processes wins; a draft without a recording that was filed meanwhile is dropped.
        if (transcript.status !== 'awaited' || idsOf(recordings) !== idsOf(transcript.recordings)) return []
        const documentId =
          transcript.documentId ??
          derivedId('doc', { id: transcriptId, at: context.at.toISOString() }, 'transcript')
        const anew = transcript.documentId === null ? {} : { isAnew: true }
        return fact('transcript.drafted', {
          transcriptId,
          documentId,
          ...paper,
          recordings,
          model,
          linesSha256,
          ...anew,
        })
      }
      case 'correctLine': {
        refuseUnlessDraft(transcript)
        const { lineId, text, speaker, was } = command
        // A save without changes does not count as a correction.
        if (text === undefined && speaker === undefined) return []
        return fact('transcript.corrected', {
          transcriptId,
          lineId,
          ...withoutUndefined({ text, speaker, was }),
        })
      }
      case 'nameSpeaker': {
        refuseUnlessDraft(transcript)
        const { recordingId, speaker, was } = command
        if (!transcript.recordings.some(({ documentId }) => documentId === recordingId))
          throw new Refusal('notFound', 'There is no such recording in this transcript.')
        return fact('transcript.corrected', {
          transcriptId,
          recordingId,
          speaker,
          ...withoutUndefined({ was }),
        })
      }
      case 'certifyTranscript':
        if (transcript.status === 'certified') return []
        refuseUnlessDraft(transcript)
        return fact('transcript.certified', { transcriptId, linesSha256: command.linesSha256 })
      case 'notePrinted':
        if (transcript.status !== 'certified' || transcript.isPrinted) return []
        return fact('transcript.printed', {
          transcriptId,
          documentId: transcript.documentId,
          ...command.paper,
        })
    }
  },
}

function withChanges(
  state: TranscriptsState,
  id: string,
  changes: Partial<TranscriptState>,
): TranscriptsState {
  return {
    transcripts: state.transcripts.map((transcript) =>
      transcript.id === id ? { ...transcript, ...changes } : transcript,
    ),
  }
}

function refuseUnlessDraft({ status }: TranscriptState) {
  if (status === 'awaited')
    throw new Refusal('stateForbids', 'The transcript is not ready yet: wait until it is a draft.')
  if (status === 'certified')
    throw new Refusal('stateForbids', 'The transcript is certified and can no longer be changed.')
}

const idsOf = (recordings: readonly TranscriptRecording[]) =>
  recordings
    .map(({ documentId }) => documentId)
    .toSorted()
    .join()
