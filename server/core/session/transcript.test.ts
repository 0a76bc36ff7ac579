import { describe, it } from 'node:test'
import type { TranscriptRecording } from '@portico/contract/transcripts'
import { given, noon, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { type TranscriptCommand, transcripts } from './transcript.ts'

const of = { caseId: 'case_1', sessionId: 'session_1' }
const event = { id: 'evt_1', at: noon.toISOString() }
const judge: TranscriptRecording = { documentId: 'doc_judge', speaker: 'Judge' }
const ada: TranscriptRecording = { documentId: 'doc_ada', speaker: 'Ada' }
const [transcriptId, later] = ['trn_1', derivedId('trn', event, 'session_1')]
const paper = { name: 'Transcript', sha256: 'a'.repeat(64), bytes: 9, pageCount: 1, date: '2026-03-02' }
const linesSha256 = 'b'.repeat(64)

const fact = (type: string, data: object): Fact =>
  ({ type, subject: 'session_1', data: { sessionId: 'session_1', transcriptId, ...data } }) as Fact
const awaited = (...recordings: TranscriptRecording[]) => fact('transcript.awaited', { recordings })
const drafted = (...recordings: TranscriptRecording[]) =>
  fact('transcript.drafted', { documentId: 'doc_1', ...paper, recordings, model: 'm', linesSha256 })
const corrected = fact('transcript.corrected', { lineId: '1-1', text: 'other' })
const certified = fact('transcript.certified', { linesSha256 })
const after = (...facts: Fact[]) => given(transcripts, recorded(facts))
const file = (recording: TranscriptRecording): TranscriptCommand => ({
  type: 'awaitTranscript',
  ...of,
  recording,
  event,
})
const make = (...recordings: TranscriptRecording[]): TranscriptCommand => ({
  type: 'noteDrafted',
  ...of,
  ...{ transcriptId, recordings, model: 'm', linesSha256, paper },
})
const correct: TranscriptCommand = { type: 'correctLine', ...of, transcriptId, lineId: '1-1', text: 'other' }
const certify: TranscriptCommand = { type: 'certifyTranscript', ...of, transcriptId, linesSha256 }

describe('a transcript', () => {
  it('is not corrected by a line that is saved as it was', () => {
    after(awaited(judge), drafted(judge))
      .when({ type: 'correctLine', ...of, transcriptId, lineId: '1-1' })
      .then([])
  })

  it('is awaited with the first recording, and takes in the others', () => {
    after()
      .when(file(judge))
      .then([fact('transcript.awaited', { transcriptId: later, recordings: [judge] })])
    after(awaited(judge))
      .when(file(ada))
      .then([awaited(judge, ada)])
    after(awaited(judge), drafted(judge))
      .when(file(ada))
      .then([awaited(judge, ada)])
    after(awaited(judge)).when(file(judge)).then([])
  })

  it('that a person has touched or certified stays, and another is begun beside it', () => {
    const beside = fact('transcript.awaited', { transcriptId: later, recordings: [judge, ada] })
    after(awaited(judge), drafted(judge), corrected).when(file(ada)).then([beside])
    after(awaited(judge), drafted(judge), certified).when(file(ada)).then([beside])
  })

  it('is drafted once, with all of its recordings, and revises its document when it is made anew', () => {
    const documentId = derivedId('doc', { id: transcriptId, at: noon.toISOString() }, 'transcript')
    const told = { ...paper, recordings: [judge], model: 'm', linesSha256 }
    after(awaited(judge))
      .when(make(judge))
      .then([fact('transcript.drafted', { documentId, ...told })])
    after(awaited(judge), drafted(judge)).when(make(judge)).then([])
    after(awaited(judge), awaited(judge, ada)).when(make(judge)).then([])
    after(awaited(judge), drafted(judge), awaited(judge, ada))
      .when(make(ada, judge))
      .then([
        fact('transcript.drafted', { documentId: 'doc_1', ...told, recordings: [ada, judge], isAnew: true }),
      ])
  })

  it('says what keeps it once for each reason', () => {
    const delay = (why: string): TranscriptCommand => ({ type: 'noteDelayed', ...of, transcriptId, why })
    const delayed = fact('transcript.delayed', { why: 'No engine.' })
    after(awaited(judge)).when(delay('No engine.')).then([delayed])
    after(awaited(judge), delayed).when(delay('No engine.')).then([])
    after(awaited(judge), drafted(judge)).when(delay('No engine.')).then([])
  })

  it('is corrected while it is a draft, and certified once', () => {
    after(awaited(judge), drafted(judge)).when(correct).then([corrected])
    after(awaited(judge))
      .when(correct)
      .thenRefused('stateForbids', /not ready yet/)
    after(awaited(judge), drafted(judge), certified)
      .when(correct)
      .thenRefused('stateForbids', /can no longer be changed/)
    after()
      .when(correct)
      .thenRefused('notFound', /no such/)
    after(awaited(judge))
      .when(certify)
      .thenRefused('stateForbids', /not ready yet/)
    after(awaited(judge), drafted(judge)).when(certify).then([certified])
    after(awaited(judge), drafted(judge), certified).when(certify).then([])
  })

  it('is printed once, when it is certified', () => {
    const print: TranscriptCommand = { type: 'notePrinted', ...of, transcriptId, paper }
    const printed = fact('transcript.printed', { documentId: 'doc_1', ...paper })
    after(awaited(judge), drafted(judge)).when(print).then([])
    after(awaited(judge), drafted(judge), certified).when(print).then([printed])
    after(awaited(judge), drafted(judge), certified, printed).when(print).then([])
  })

  it('has speakers only for its own recordings', () => {
    const name = (recordingId: string): TranscriptCommand => ({
      type: 'nameSpeaker',
      ...of,
      ...{ transcriptId, recordingId, speaker: 'Ada King' },
    })
    after(awaited(judge), drafted(judge))
      .when(name('doc_judge'))
      .then([fact('transcript.corrected', { recordingId: 'doc_judge', speaker: 'Ada King' })])
    after(awaited(judge), drafted(judge))
      .when(name('doc_ada'))
      .thenRefused('notFound', /no such/)
  })
})
