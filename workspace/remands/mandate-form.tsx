import { PorticoError, type Remand } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { unlessChanged } from '../data/unless-changed.ts'
import { Button } from '../ui/button.tsx'
import { calendarDay, dayFromToday } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/remands.ts'
import '../ui/form.css'

const text = words.correct

type Draft = { typed?: { on: string; over: string }; why: string }

const mandateOf = (remand: Remand | undefined) => remand?.mandate?.mandateOn ?? ''

/** Another date of a court's mandate, and why. */
export function MandateForm({
  caseId,
  remand,
  onClose,
}: {
  caseId: string
  remand: Remand
  onClose: () => void
}) {
  const id = useId()
  const client = useQueryClient()
  const known = mandateOf(remand)
  // What is typed, and over which date: whoever has typed none corrects the one that stands.
  const [draft, setDraft, clearDraft] = useDraft<Draft>(`remand.${remand.id}.mandate`, { why: '' })
  const { typed, why } = draft
  const mandateOn = typed?.on ?? known
  const [problem, setProblem] = useState('')
  const send = useMutation({
    mutationFn: () =>
      unlessChanged({
        version: async () => (await portico().cases.get(caseId)).version,
        read: async () =>
          mandateOf((await portico().remands.list(caseId)).find(({ id }) => id === remand.id)),
        isSeen: (now) => now === typed?.over,
        write: (options) =>
          portico().remands.correctMandate(caseId, remand.id, { mandateOn, why: why.trim() }, options),
      }),
    onSuccess: (other) => {
      if (other) {
        setDraft({ ...draft, typed: { on: mandateOn, over: other.found } })
        return setProblem(text.changed(calendarDay(other.found)))
      }
      clearDraft()
      onClose()
      toast(text.done)
    },
    onError: (error) => setProblem(error instanceof PorticoError ? error.message : String(error)),
    onSettled: () =>
      Promise.all(
        [keys.case(caseId), keys.tasks, keys.queues].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })

  function missing(): string {
    if (!mandateOn || mandateOn === known) return text.missing.on
    return why.trim() ? '' : text.missing.why
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const fault = missing()
    setProblem(fault)
    if (!fault && !send.isPending) send.mutate()
  }

  return (
    <Dialog title={text.title} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <p>{text.explain}</p>
        <div className="field">
          <label htmlFor={`${id}-on`}>{words.court.on}</label>
          <input
            id={`${id}-on`}
            type="date"
            max={dayFromToday()}
            value={mandateOn}
            onChange={({ target }) =>
              setDraft({ ...draft, typed: { on: target.value, over: typed?.over ?? known } })
            }
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-why`}>{text.why}</label>
          <textarea
            id={`${id}-why`}
            rows={2}
            maxLength={2000}
            value={why}
            onChange={({ target }) => setDraft({ ...draft, why: target.value })}
          />
        </div>
        <div className="problem" role="alert">
          {problem}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{words.back}</Button>
          <Button type="submit" kind="solid" aria-disabled={send.isPending}>
            {text.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
