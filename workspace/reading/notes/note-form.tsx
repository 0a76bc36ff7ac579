import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { keyLabel } from '../../ui/shortcuts.ts'
import { words } from '../../words/reading.ts'
import type { Draft, Visibility } from './draft.ts'

const { notes: text } = words

export function NoteForm({
  draft,
  problem,
  onChange,
  onSave,
  onLeave,
  onCancel,
}: {
  draft: Draft
  /** Why it could not be saved. */
  problem: string | undefined
  onChange: (draft: Draft) => void
  onSave: () => void
  /** Keeps what was typed. */
  onLeave: () => void
  onCancel: () => void
}) {
  const ids = { comment: useId(), date: useId(), visibility: useId() }
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  function save(event: FormEvent) {
    event.preventDefault()
    onSave()
  }

  return (
    <form
      className="note-form"
      aria-label={draft.replyTo ? text.reply : text.new[draft.kind]}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event)
      }}
    >
      {draft.quote ? <q>{draft.quote}</q> : null}
      <label htmlFor={ids.comment}>
        {text.comment} <span className="faint">{text.page(draft.page)}</span>
      </label>
      <textarea
        id={ids.comment}
        ref={field}
        className="field"
        rows={4}
        maxLength={10_000}
        value={draft.comment}
        onChange={(event) => onChange({ ...draft, comment: event.target.value })}
      />
      <div className="pair">
        <span>
          <label htmlFor={ids.date}>{text.relevantDate}</label>
          <input
            id={ids.date}
            type="date"
            className="field"
            value={draft.relevantDate}
            onChange={(event) => onChange({ ...draft, relevantDate: event.target.value })}
          />
        </span>
        {draft.replyTo ? null : (
          <span>
            <label htmlFor={ids.visibility}>{text.visibility}</label>
            <select
              id={ids.visibility}
              className="field"
              value={draft.visibility || 'staff'}
              onChange={(event) => onChange({ ...draft, visibility: event.target.value as Visibility })}
            >
              {Object.entries(text.visibilities).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      <p className="problem" role="alert">
        {problem ? words.notSaved(problem) : ''}
      </p>
      <div className="actions">
        <Button kind="solid" type="submit" shortcut={keyLabel('mod+Enter')}>
          {text.save}
        </Button>
        <Button onClick={onCancel}>{text.cancel}</Button>
      </div>
    </form>
  )
}
