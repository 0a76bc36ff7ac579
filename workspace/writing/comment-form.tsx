import type { NewComment } from '@portico/sdk'
import { type KeyboardEvent, useRef } from 'react'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { CommandForm } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
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
  const place = `comment.${workProductId}.${on.inReplyTo ?? JSON.stringify(on.place ?? null)}`
  // What was sent and not answered may have arrived: sent again, it is the same comment.
  const [attempt, setAttempt, clearAttempt] = useDraft<Attempt>(`${place}.attempt`, { text: '', key: '' })
  const command = useCommand({
    place: `${place}.form`,
    draft: { text: '' },
    async run({ text }) {
      const sent = text.trim()
      const { key } = attempt.text === sent ? attempt : { key: crypto.randomUUID() }
      setAttempt({ text: sent, key })
      await portico().workProducts.comment(
        caseId,
        workProductId,
        { text: sent, ...on },
        { idempotencyKey: key },
      )
      clearAttempt()
    },
    renews: [keys.of(caseId, 'workProducts')],
    onRenewed: () => leave(),
  })
  const canSend = command.draft.text.trim() !== ''
  const form = useRef<HTMLDivElement>(null)
  /** What was commented on gets the focus back. */
  function leave() {
    const { current } = form
    const isHere = current?.contains(document.activeElement)
    const commented = current?.closest<HTMLElement>('[tabindex="-1"]')
    onClose()
    if (isHere) commented?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) canSend && command.send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={form} className="comment-form">
      <CommandForm
        command={command}
        send={text.send}
        canSend={canSend}
        beside={
          <Button
            onClick={() => {
              command.startOver()
              leave()
            }}
          >
            {text.cancel}
          </Button>
        }
      >
        <TextField
          label={label}
          autoFocus
          rows={3}
          maxLength={10_000}
          onKeyDown={onKeyDown}
          {...command.field('text')}
        />
      </CommandForm>
    </div>
  )
}
