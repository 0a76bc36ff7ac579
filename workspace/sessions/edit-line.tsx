import { PorticoError, type Transcript, type TranscriptLine } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import { useDraft } from '../data/draft.ts'
import { portico } from '../data/session.ts'
import { transcriptQuery } from '../data/transcripts.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/transcript.ts'
import '../ui/form.css'

const text = words.line

const isConflict = (error: unknown) => error instanceof PorticoError && error.code === 'conflict'
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
  const id = useId()
  const client = useQueryClient()
  const { sessionId, id: transcriptId } = transcript
  const query = transcriptQuery(caseId, sessionId, transcriptId)
  const place = `transcript.${transcriptId}.${line.id}`
  // What the draft was begun from, also after a reload: a colleague may change the line meanwhile.
  const [draft, setDraft, clearDraft] = useDraft(place, () => ({
    ...shownIn(line),
    of: shownIn(line),
  }))
  const { of = shownIn(line) } = draft

  const save = useMutation({
    mutationFn: () =>
      portico().transcripts.correct(caseId, sessionId, transcriptId, line.id, {
        text: draft.text,
        was: of.text,
        ...(['', of.speaker].includes(draft.speaker.trim())
          ? {}
          : { speaker: draft.speaker, wasSpeaker: of.speaker }),
      }),
    onSuccess: (changed) => {
      clearDraft()
      client.setQueryData(
        query.queryKey,
        (known) =>
          known && { ...known, lines: known.lines.map((one) => (one.id === changed.id ? changed : one)) },
      )
      onClose()
    },
    // It ends with this: whoever is told of a colleague can save again at once.
    onError: (error) => (isConflict(error) ? show().catch(() => {}) : undefined),
  })
  const problem = isConflict(save.error) ? text.conflict : (save.error?.message ?? '')
  /** Whoever saves again has seen it as it is now. */
  const show = async () => {
    const { lines } = await client.fetchQuery({ ...query, staleTime: 0 })
    const now = lines.find(({ id }) => id === line.id)
    if (!now) return
    // What they had not touched is as the colleague has left it.
    setDraft({
      text: draft.text === of.text ? now.text : draft.text,
      speaker: draft.speaker === of.speaker ? now.speaker : draft.speaker,
      of: shownIn(now),
    })
  }
  const cancel = () => {
    clearDraft()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // What was typed is there again when the line is opened again.
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) save.isPending || save.mutate()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <li data-id={line.id} className="editing">
      <div className="field">
        <label htmlFor={`${id}-speaker`}>{text.speaker}</label>
        <input
          id={`${id}-speaker`}
          value={draft.speaker}
          maxLength={200}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setDraft({ ...draft, speaker: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-text`}>{text.text(line.speaker)}</label>
        <textarea
          id={`${id}-text`}
          // biome-ignore lint/a11y/noAutofocus: the person has asked to type here
          autoFocus
          rows={Math.max(2, Math.ceil(draft.text.length / 70))}
          maxLength={5000}
          value={draft.text}
          aria-describedby={`${id}-problem`}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
        />
      </div>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
      {isConflict(save.error) ? <p className="soft">{text.now(line.speaker, line.text)}</p> : null}
      <div className="buttons">
        <Button onClick={cancel}>{text.cancel}</Button>
        <Button kind="solid" disabled={save.isPending} onClick={() => save.mutate()}>
          {text.save}
        </Button>
      </div>
    </li>
  )
}
