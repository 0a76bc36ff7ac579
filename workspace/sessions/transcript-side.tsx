import type { Transcript, TranscriptRecording } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { portico } from '../data/session.ts'
import { transcriptQuery } from '../data/transcripts.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/transcript.ts'
import '../ui/form.css'

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
  const id = useId()
  const client = useQueryClient()
  const known = nameIn(transcript.lines, recording)
  const [name, setName] = useState(known)
  const [problem, setProblem] = useState('')
  const { sessionId, id: transcriptId } = transcript
  const rename = useMutation({
    mutationFn: () =>
      portico().transcripts.nameSpeaker(caseId, sessionId, transcriptId, recording.documentId, name.trim()),
    onSuccess: (changed) => {
      client.setQueryData(transcriptQuery(caseId, sessionId, transcriptId).queryKey, changed)
      toast(text.renamed(name.trim()))
    },
    onError: (error) => setProblem(error.message),
  })
  if (!canChange) return <b>{known}</b>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && name.trim() !== known) rename.mutate()
  }
  return (
    <form className="speaker" onSubmit={submit}>
      <label htmlFor={id} className="hidden-visually">
        {text.name(place)}
      </label>
      <input
        id={id}
        className="input"
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {name.trim() === known ? null : <Button type="submit">{text.rename}</Button>}
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
