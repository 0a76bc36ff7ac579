import type { Transcript, TranscriptRecording } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { portico } from '../data/session.ts'
import { transcriptQuery } from '../data/transcripts.ts'
import { LineForm } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/transcript.ts'

const text = words.speakers

/** The recordings with their speakers, and the document. */
export function TranscriptSide({
  caseId,
  transcript,
  canChange,
}: {
  caseId: string
  transcript: Transcript
  canChange: boolean
}) {
  const { recordings, lines, documentId } = transcript
  return (
    <aside className="transcript-side" aria-label={text.title}>
      <h2>{text.title}</h2>
      <ul>
        {recordings.map((recording, index) => (
          <li key={recording.documentId}>
            <Speaker
              key={nameIn(lines, recording)}
              caseId={caseId}
              transcript={transcript}
              recording={recording}
              place={index + 1}
              canChange={canChange}
            />
            {recording.why ? <p className="problem">{recording.why}</p> : null}
          </li>
        ))}
      </ul>
      {documentId ? (
        <Link to="/cases/$caseId/read/documents/$documentId" params={{ caseId, documentId }}>
          {words.document}
        </Link>
      ) : null}
    </aside>
  )
}

/** As most of its lines say: a single line may have been given to somebody else. */
function nameIn(lines: Transcript['lines'], { documentId, speaker }: TranscriptRecording): string {
  const counts = new Map<string, number>()
  for (const line of lines)
    if (line.recordingId === documentId) counts.set(line.speaker, (counts.get(line.speaker) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? speaker
}

function Speaker({
  caseId,
  transcript,
  recording,
  place,
  canChange,
}: {
  caseId: string
  transcript: Transcript
  recording: TranscriptRecording
  place: number
  canChange: boolean
}) {
  const client = useQueryClient()
  const known = nameIn(transcript.lines, recording)
  const { sessionId, id } = transcript
  const command = useCommand({
    draft: { name: known },
    run: ({ name }) =>
      portico().transcripts.nameSpeaker(caseId, sessionId, id, recording.documentId, name.trim()),
    done: (_, { name }) => text.renamed(name.trim()),
    onDone: (changed) => client.setQueryData(transcriptQuery(caseId, sessionId, id).queryKey, changed),
  })
  if (!canChange) return <b>{known}</b>
  const name = command.draft.name.trim()
  return (
    <LineForm
      className="speaker"
      command={command}
      send={name === known ? undefined : text.rename}
      canSend={name !== '' && name !== known}
    >
      <TextField label={text.name(place)} isLabelHidden maxLength={200} {...command.field('name')} />
    </LineForm>
  )
}
