import type { TranscriptRecording } from '@portico/contract/transcripts'
import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

type Of = { caseId: string; sessionId: string }
type Named = Of & { transcriptId: string }
export type TranscriptPaper = {
  name: string
  sha256: string
  bytes: number
  pageCount: number
  date: string
}

export type TranscriptCommand =
  /** A recording was filed; the event says which. */
  | ({ type: 'awaitTranscript'; recording: TranscriptRecording; event: { id: string; at: string } } & Of)
  | ({ type: 'noteDelayed'; why: string } & Named)
  | ({
      type: 'noteDrafted'
      /** Those that were listened to. */
      recordings: TranscriptRecording[]
      model: string
      linesSha256: string
      paper: TranscriptPaper
    } & Named)
  | ({ type: 'correctLine'; lineId: string; text?: string; speaker?: string; was?: string } & Named)
  | ({ type: 'nameSpeaker'; recordingId: string; speaker: string; was?: string } & Named)
  | ({ type: 'certifyTranscript'; linesSha256: string } & Named)
  | ({ type: 'notePrinted'; paper: TranscriptPaper } & Named)

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
 * The transcripts of a session. One is awaited as soon as a recording is filed; a draft that nobody has touched takes in
 * what is filed later, and beside any other a new one is begun.
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
          return changed(state, id, { status: 'awaited', recordings })
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
        return changed(state, event.data.transcriptId, { why: event.data.why })
      case 'transcript.drafted': {
        const { transcriptId, documentId, recordings } = event.data
        return changed(state, transcriptId, { status: 'draft', documentId, recordings, why: null })
      }
      case 'transcript.corrected':
        return changed(state, event.data.transcriptId, { isCorrected: true })
      case 'transcript.certified':
        return changed(state, event.data.transcriptId, { status: 'certified' })
      case 'transcript.printed':
        return changed(state, event.data.transcriptId, { isPrinted: true })
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
      const recordings = [...(last?.recordings ?? []), recording].map(({ why: _, ...one }) => one)
      const isOpen = last && last.status !== 'certified' && !last.isCorrected
      const transcriptId = isOpen ? last.id : derivedId('trn', event, sessionId)
      return fact('transcript.awaited', { transcriptId, recordings })
    }
    const { transcriptId } = command
    const one = state.transcripts.find(({ id }) => id === transcriptId)
    if (!one) throw new Refusal('notFound', 'There is no such transcript of this session.')
    switch (command.type) {
      case 'noteDelayed': {
        const { why } = command
        return one.status === 'awaited' && one.why !== why
          ? fact('transcript.delayed', { transcriptId, why })
          : []
      }
      case 'noteDrafted': {
        const { recordings, model, linesSha256, paper } = command
        // Made by two processes, the first counts; made without a recording that was filed meanwhile, none does.
        if (one.status !== 'awaited' || idsOf(recordings) !== idsOf(one.recordings)) return []
        const documentId =
          one.documentId ?? derivedId('doc', { id: transcriptId, at: context.at.toISOString() }, 'transcript')
        const anew = one.documentId === null ? {} : { isAnew: true }
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
        refuseUnlessDraft(one)
        const { lineId, text, speaker, was } = command
        // Saved as it was: the draft is still as the engine made it.
        if (text === undefined && speaker === undefined) return []
        return fact('transcript.corrected', {
          transcriptId,
          lineId,
          ...withoutUndefined({ text, speaker, was }),
        })
      }
      case 'nameSpeaker': {
        refuseUnlessDraft(one)
        const { recordingId, speaker, was } = command
        if (!one.recordings.some(({ documentId }) => documentId === recordingId))
          throw new Refusal('notFound', 'There is no such recording in this transcript.')
        return fact('transcript.corrected', {
          transcriptId,
          recordingId,
          speaker,
          ...withoutUndefined({ was }),
        })
      }
      case 'certifyTranscript':
        if (one.status === 'certified') return []
        refuseUnlessDraft(one)
        return fact('transcript.certified', { transcriptId, linesSha256: command.linesSha256 })
      case 'notePrinted':
        if (one.status !== 'certified' || one.isPrinted) return []
        return fact('transcript.printed', { transcriptId, documentId: one.documentId, ...command.paper })
    }
  },
}

function changed(state: TranscriptsState, id: string, changes: Partial<TranscriptState>): TranscriptsState {
  return {
    transcripts: state.transcripts.map((transcript) =>
      transcript.id === id ? { ...transcript, ...changes } : transcript,
    ),
  }
}

function refuseUnlessDraft({ status }: TranscriptState) {
  if (status === 'awaited')
    throw new Refusal('stateForbids', 'The transcript is not made yet: wait until it is a draft.')
  if (status === 'certified')
    throw new Refusal('stateForbids', 'The transcript is certified: it changes no more.')
}

const idsOf = (recordings: readonly TranscriptRecording[]) =>
  recordings
    .map(({ documentId }) => documentId)
    .toSorted()
    .join()
