import { shownTo } from './audience.ts'
import { Actor } from './envelope.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const ms = (description: string) => Type.Integer({ minimum: 0, description, examples: [1280] })

export const TranscriptWord = Type.Object({
  text: Type.String({ examples: ['tinnitus'] }),
  startMs: ms('Since the beginning of the recording; within a line it is estimated'),
  endMs: ms('Since the beginning of the recording'),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: '1 where a person wrote it' }),
})
export type TranscriptWord = Static<typeof TranscriptWord>

const speakerName = nonBlank(200, { examples: ['Maria Lindqvist'] })
const lineText = Type.String({ maxLength: 5000, examples: ['The ringing began in service.'] })
const lineId = Type.String({ description: 'Unique in its transcript', examples: ['1-12'] })

/** What one speaker said without a pause. */
export const TranscriptLine = Type.Object({
  id: lineId,
  recordingId: Type.String({ description: 'The document whose original is the sound' }),
  speaker: Type.String({ examples: ['Maria Lindqvist'] }),
  startMs: ms('Since the beginning of its recording'),
  endMs: ms('Since the beginning of its recording'),
  at: Type.Optional({
    ...Timestamp,
    description: 'When it was said, where the recording says when it began',
  }),
  text: lineText,
  words: Type.Array(TranscriptWord),
  isCorrected: Type.Optional(Type.Boolean({ description: 'A person has changed its words or its speaker' })),
})
export type TranscriptLine = Static<typeof TranscriptLine>

export const TranscriptRecording = Type.Object({
  documentId: Type.String({ description: 'Its original is the sound' }),
  speaker: Type.String(),
  startedAt: Type.Optional(Timestamp),
  durationMs: Type.Optional(Type.Integer({ minimum: 0 })),
  why: Type.Optional(
    Type.String({ description: 'Why nothing was heard in it, where it cannot be transcribed' }),
  ),
})
export type TranscriptRecording = Static<typeof TranscriptRecording>

export const transcriptStatuses = ['awaited', 'draft', 'certified'] as const
export type TranscriptStatus = (typeof transcriptStatuses)[number]

const summary = {
  id: Type.String({ examples: ['trn_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  sessionId: Type.String(),
  status: oneOf(transcriptStatuses, {
    description:
      '`awaited`: it is being made. `draft`: made by the speech engine; nobody has vouched for it. `certified`: a person has checked it against the sound',
  }),
  documentId: Type.Optional(
    Type.String({ description: 'The transcript as a document of the case; a certificate revises it' }),
  ),
  model: Type.Optional(Type.String({ examples: ['Moonshine Tiny 0.1.29'] })),
  recordings: Type.Array(TranscriptRecording),
  progress: Type.Optional(
    Type.Object(
      {
        heardMs: Type.Integer({ minimum: 0 }),
        ofMs: Type.Optional(Type.Integer({ minimum: 0 })),
        note: Type.Optional(Type.String({ examples: ['Fetching the speech engine: 40 of 135 MB.'] })),
      },
      { description: 'While it is being made' },
    ),
  ),
  why: Type.Optional(
    Type.String({ description: 'Why it is not made yet, where something keeps it; it is tried again' }),
  ),
  certified: Type.Optional(Type.Object({ by: Actor, at: Timestamp })),
  awaitedAt: Timestamp,
}
export const TranscriptSummary = shownTo('staff', Type.Object(summary))
export type TranscriptSummary = Static<typeof TranscriptSummary>
export const Transcript = shownTo(
  'staff',
  Type.Object({
    ...summary,
    lines: Type.Array(TranscriptLine, { description: 'In the order in which they were said' }),
    linesSha256: { ...Sha256, description: 'Of the lines as they are: whoever certifies them says it' },
  }),
)
export type Transcript = Static<typeof Transcript>
const TranscriptList = Type.Object({ transcripts: Type.Array(TranscriptSummary) })
const TranscriptDetail = Type.Object({ transcript: Transcript })
const LineDetail = Type.Object({ line: shownTo('staff', TranscriptLine) })

export const CorrectLine = Type.Object(
  {
    text: Type.Optional({
      ...lineText,
      description: 'The words as they were said; empty where nobody spoke',
    }),
    speaker: Type.Optional({ ...speakerName, description: 'Who said them, in this line alone' }),
    was: Type.Optional({
      ...lineText,
      description: 'The text that you have seen: if it has changed since, nothing is written (409)',
    }),
    wasSpeaker: Type.Optional({ ...speakerName, description: 'The same of the speaker' }),
  },
  { ...strict, minProperties: 1, examples: [{ text: 'The tinnitus began in service.' }] },
)
export type CorrectLine = Static<typeof CorrectLine>
export const NameSpeaker = Type.Object(
  { speaker: speakerName },
  { ...strict, description: 'Whose voice a recording is', examples: [{ speaker: 'Maria Lindqvist' }] },
)

export const CertifyTranscript = Type.Object(
  {
    linesSha256: {
      ...Sha256,
      description:
        'Of the lines that you have checked: if they have changed since, nothing is certified (409)',
    },
  },
  { ...strict, examples: [{ linesSha256: '0'.repeat(64) }] },
)

const ofSession = { ...ofCase.properties, sessionId: Type.String() }
const ofTranscript = { ...ofSession, transcriptId: Type.String() }

export const tag = 'Sessions'

export const routes = {
  listTranscripts: {
    method: 'GET',
    path: '/cases/{id}/sessions/{sessionId}/transcripts',
    audience: 'staff',
    needs: 'readCases',
    trace: 'list',
    summary: 'List the transcripts of a session, newest first, and how far they are',
    params: Type.Object(ofSession),
    answers: { 200: json('The transcripts, without their lines', TranscriptList) },
    servedBy: { call: ['transcripts.list', 'id', 'sessionId'] },
    sdk: {
      call: 'client.transcripts.list',
      example: sample`
        for (const { id: sessionId } of await client.sessions.list(caseId)) {
          for (const { status, progress, why } of await client.transcripts.list(caseId, sessionId)) {
            console.log(status, progress?.heardMs, why)
          }
        }
      `,
    },
  },
  getTranscript: {
    method: 'GET',
    path: '/cases/{id}/sessions/{sessionId}/transcripts/{transcriptId}',
    audience: 'staff',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'Get a transcript: who said what, with the time of every word',
    params: Type.Object(ofTranscript),
    answers: { 200: json('The transcript', TranscriptDetail) },
    servedBy: { call: ['transcripts.get', 'target'] },
    sdk: {
      call: 'client.transcripts.get',
      about: 'Get a transcript: who said what, with the time of every word in its recording.',
      example: sample`
        for (const { id: sessionId } of await client.sessions.list(caseId)) {
          for (const { id } of await client.transcripts.list(caseId, sessionId)) {
            const { lines } = await client.transcripts.get(caseId, sessionId, id)
            for (const { speaker, text } of lines) console.log(\`\${speaker}: \${text}\`)
          }
        }
      `,
    },
  },
  correctLine: {
    method: 'PATCH',
    path: '/cases/{id}/sessions/{sessionId}/transcripts/{transcriptId}/lines/{lineId}',
    audience: 'staff',
    needs: 'certifyTranscripts',
    trace: 'change',
    summary: 'Correct a line of a draft: its words, or who said them',
    params: Type.Object({ ...ofTranscript, lineId }),
    body: CorrectLine,
    answers: { 200: json('The line', LineDetail) },
    servedBy: { call: ['transcripts.correct', 'request', 'target', 'lineId', 'body'] },
    sdk: {
      call: 'client.transcripts.correct',
      takes: ['line'],
      about:
        'Correct a line of a draft: its words, or who said them. `was` keeps you from overwriting a colleague.',
      example: sample`
        for (const { id: sessionId } of await client.sessions.list(caseId)) {
          for (const { id } of await client.transcripts.list(caseId, sessionId)) {
            const { lines } = await client.transcripts.get(caseId, sessionId, id)
            const line = lines.find(({ words }) => words.some(({ confidence }) => confidence < 0.5))
            if (!line) continue
            const text = line.text.replace('10 itis', 'tinnitus')
            await client.transcripts.correct(caseId, sessionId, id, line.id, { text, was: line.text })
          }
        }
      `,
    },
  },
  nameSpeaker: {
    method: 'PUT',
    path: '/cases/{id}/sessions/{sessionId}/transcripts/{transcriptId}/speakers/{recordingId}',
    audience: 'staff',
    needs: 'certifyTranscripts',
    trace: 'change',
    summary: 'Say whose voice a recording is, for all of its lines',
    params: Type.Object({ ...ofTranscript, recordingId: Type.String() }),
    body: NameSpeaker,
    answers: { 200: json('The transcript', TranscriptDetail) },
    servedBy: { call: ['transcripts.nameSpeaker', 'request', 'target', 'recordingId', 'body.speaker'] },
    sdk: {
      call: 'client.transcripts.nameSpeaker',
      takes: ['speaker'],
      example: sample`
        for (const { id: sessionId } of await client.sessions.list(caseId)) {
          for (const { id, recordings } of await client.transcripts.list(caseId, sessionId)) {
            const unknown = recordings.find(({ speaker }) => speaker === 'Unknown speaker')
            if (unknown) await client.transcripts.nameSpeaker(caseId, sessionId, id, unknown.documentId, 'Ada King')
          }
        }
      `,
    },
  },
  certifyTranscript: {
    method: 'PUT',
    path: '/cases/{id}/sessions/{sessionId}/transcripts/{transcriptId}/certificate',
    audience: 'staff',
    needs: 'certifyTranscripts',
    trace: 'change',
    summary: 'Certify a transcript: you have checked it against the sound',
    description:
      'It changes no more, and its document is revised, with your name and the time. A recording that is filed later is a draft beside it.',
    params: Type.Object(ofTranscript),
    body: CertifyTranscript,
    answers: { 200: json('The transcript', TranscriptDetail) },
    servedBy: { call: ['transcripts.certify', 'request', 'target', 'body.linesSha256'] },
    sdk: {
      call: 'client.transcripts.certify',
      takes: ['linesSha256'],
      about:
        'Certify a transcript: you have checked it against the sound. It changes no more, and its document is revised.',
      example: sample`
        for (const { id: sessionId } of await client.sessions.list(caseId)) {
          for (const { id, status } of await client.transcripts.list(caseId, sessionId)) {
            if (status !== 'draft') continue
            const { linesSha256 } = await client.transcripts.get(caseId, sessionId, id)
            await client.transcripts.certify(caseId, sessionId, id, linesSha256)
          }
        }
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = { transcriptId: Type.String(), sessionId: Type.String() }
const paper = {
  documentId: Type.String(),
  name: Type.String(),
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  pageCount: Type.Integer({ minimum: 1 }),
  date: Type.String(),
}

export const events = {
  'transcript.awaited': shownTo('staff', Type.Object({ ...of, recordings: Type.Array(TranscriptRecording) })),
  'transcript.delayed': shownTo('staff', Type.Object({ ...of, why: Type.String() })),
  'transcript.drafted': shownTo(
    'staff',
    Type.Object({
      ...of,
      ...paper,
      recordings: Type.Array(TranscriptRecording),
      model: Type.String(),
      linesSha256: { ...Sha256, description: 'Of the lines with their words' },
      isAnew: Type.Optional(Type.Literal(true, { description: 'With recordings that were filed later' })),
    }),
  ),
  'transcript.corrected': shownTo(
    'staff',
    Type.Object({
      ...of,
      lineId: Type.Optional(Type.String()),
      recordingId: Type.Optional(Type.String({ description: 'All lines of this recording' })),
      text: Type.Optional(Type.String()),
      speaker: Type.Optional(Type.String()),
      was: Type.Optional(Type.String()),
    }),
  ),
  'transcript.certified': shownTo('staff', Type.Object({ ...of, linesSha256: Sha256 })),
  'transcript.printed': shownTo('staff', Type.Object({ ...of, ...paper })),
}
