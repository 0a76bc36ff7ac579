import type { Transcript, TranscriptLine } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { portico } from '../data/session.ts'
import { transcriptQuery } from '../data/transcripts.ts'
import { Button } from '../ui/button.tsx'
import { CommandForm } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { isConflict, useCommand } from '../ui/use-command.ts'
import { words } from '../words/transcript.ts'

const text = words.line

const shownIn = ({ text, speaker }: TranscriptLine) => ({ text, speaker })

/** It closes only once the service has taken it; until then nothing that was typed is lost. */
export function EditLine({
  caseId,
  transcript,
  line,
  onClose,
}: {
  caseId: string
  transcript: Transcript
  line: TranscriptLine
  onClose: () => void
}) {
  const client = useQueryClient()
  const { sessionId, id: transcriptId } = transcript
  const query = transcriptQuery(caseId, sessionId, transcriptId)
  const command = useCommand({
    place: `transcript.${transcriptId}.${line.id}`,
    // What the draft was begun from, also after a reload: a colleague may change the line meanwhile.
    draft: () => ({ ...shownIn(line), of: shownIn(line) }),
    run: ({ text, speaker, of }) =>
      portico().transcripts.correct(caseId, sessionId, transcriptId, line.id, {
        text,
        was: of.text,
        ...(['', of.speaker].includes(speaker.trim()) ? {} : { speaker, wasSpeaker: of.speaker }),
      }),
    onDone(changed) {
      client.setQueryData(
        query.queryKey,
        (known) =>
          known && { ...known, lines: known.lines.map((one) => (one.id === changed.id ? changed : one)) },
      )
      onClose()
    },
    problemOf: (error) => (isConflict(error) ? text.conflict : error.message),
    onFailed: (error) => (isConflict(error) ? rebase().catch(() => {}) : undefined),
  })
  const { draft, field, error } = command
  /** Whoever saves again has seen the line as it is now. */
  async function rebase() {
    const { lines } = await client.fetchQuery({ ...query, staleTime: 0 })
    const current = lines.find(({ id }) => id === line.id)
    if (!current) return
    // What they had not touched is as the colleague has left it.
    command.change({
      text: draft.text === draft.of.text ? current.text : draft.text,
      speaker: draft.speaker === draft.of.speaker ? current.speaker : draft.speaker,
      of: shownIn(current),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // What was typed is there again when the line is opened again.
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) command.send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <li data-id={line.id} className="editing">
      <CommandForm
        command={command}
        send={text.save}
        beside={
          <Button
            onClick={() => {
              command.startOver()
              onClose()
            }}
          >
            {text.cancel}
          </Button>
        }
      >
        <TextField label={text.speaker} maxLength={200} onKeyDown={onKeyDown} {...field('speaker')} />
        <TextField
          label={text.text(line.speaker)}
          autoFocus
          rows={Math.max(2, Math.ceil(draft.text.length / 70))}
          maxLength={5000}
          onKeyDown={onKeyDown}
          {...field('text')}
        />
        {isConflict(error) ? <p className="soft">{text.now(line.speaker, line.text)}</p> : null}
      </CommandForm>
    </li>
  )
}
