import { PorticoError, type Remand } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/remands.ts'
import '../ui/form.css'

const text = words.correct

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
  const known = remand.mandate?.mandateOn ?? ''
  const [draft, setDraft, clearDraft] = useDraft(`remand.${remand.id}.mandate`, () => ({
    mandateOn: known,
    why: '',
  }))
  const { mandateOn, why } = draft
  const [problem, setProblem] = useState('')
  const send = useMutation({
    mutationFn: () => portico().remands.correctMandate(caseId, remand.id, { mandateOn, why: why.trim() }),
    onSuccess: () => {
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
            onChange={({ target }) => setDraft({ ...draft, mandateOn: target.value })}
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
