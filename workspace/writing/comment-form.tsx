import type { NewComment } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/writing.ts'

const text = words.comments

type Attempt = { text: string; key: string }

/** What is typed is kept until it is sent; Escape closes the form, and leaves it there. */
export function CommentForm({
  caseId,
  workProductId,
  on,
  label,
  onClose,
}: {
  caseId: string
  workProductId: string
  on: Pick<NewComment, 'place' | 'inReplyTo'>
  label: string
  onClose: () => void
}) {
  const id = useId()
  const client = useQueryClient()
  const place = `comment.${workProductId}.${on.inReplyTo ?? JSON.stringify(on.place ?? null)}`
  const [draft, setDraft, clearDraft] = useDraft(place, '')
  // What was sent and not answered may have arrived: sent again, it is the same comment.
  const [attempt, setAttempt, clearAttempt] = useDraft<Attempt>(`${place}.attempt`, { text: '', key: '' })
  const send = useMutation({
    mutationFn: () => {
      const sent = draft.trim()
      const { key } = attempt.text === sent ? attempt : { key: crypto.randomUUID() }
      setAttempt({ text: sent, key })
      return portico().workProducts.comment(
        caseId,
        workProductId,
        { text: sent, ...on },
        { idempotencyKey: key },
      )
    },
    onSuccess: async () => {
      clearDraft()
      clearAttempt()
      await client.invalidateQueries({ queryKey: keys.of(caseId, 'workProducts') })
      leave()
    },
  })
  const form = useRef<HTMLFormElement>(null)
  /** What was commented on gets the focus back. */
  function leave() {
    const { current } = form
    const isHere = current?.contains(document.activeElement)
    const place = current?.closest<HTMLElement>('[tabindex="-1"]')
    onClose()
    if (isHere) place?.focus({ preventScroll: true })
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (draft.trim() !== '' && !send.isPending) send.mutate()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form ref={form} className="comment-form" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the person has asked to type here
        autoFocus
        className="input"
        rows={3}
        maxLength={10_000}
        value={draft}
        aria-describedby={`${id}-problem`}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setDraft(target.value)}
      />
      <p id={`${id}-problem`} className="problem" role="alert">
        {send.error?.message}
      </p>
      <div className="buttons">
        <Button
          onClick={() => {
            clearDraft()
            leave()
          }}
        >
          {text.cancel}
        </Button>
        <Button type="submit" kind="solid" aria-disabled={send.isPending || draft.trim() === ''}>
          {text.send}
        </Button>
      </div>
    </form>
  )
}
