import { PorticoError } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft, useOpenAfterReload } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/case-page.ts'
import '../ui/form.css'

const text = words.reopen

/** For a case that was ended in error. */
export function ReopenCase({ caseId }: { caseId: string }) {
  const [form, setForm] = useOpenAfterReload<'reopen'>(`reopen.${caseId}`)
  return (
    <>
      <Button onClick={() => setForm('reopen')}>{text.action}</Button>
      {form ? <ReopenForm caseId={caseId} onClose={() => setForm(undefined)} /> : null}
    </>
  )
}

function ReopenForm({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const [{ why }, setDraft, clearDraft] = useDraft(`reopen.${caseId}.why`, () => ({ why: '' }))
  const [problem, setProblem] = useState('')
  const send = useMutation({
    mutationFn: () => portico().cases.reopen(caseId, why.trim()),
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

  function submit(event: FormEvent) {
    event.preventDefault()
    const fault = why.trim() ? '' : text.missing
    setProblem(fault)
    if (!fault && !send.isPending) send.mutate()
  }

  return (
    <Dialog title={text.title} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <p>{text.explain}</p>
        <div className="field">
          <label htmlFor={`${id}-why`}>{text.why}</label>
          <textarea
            id={`${id}-why`}
            rows={3}
            value={why}
            onChange={({ target }) => setDraft({ why: target.value })}
          />
        </div>
        <div className="problem" role="alert">
          {problem}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{text.back}</Button>
          <Button type="submit" kind="solid" aria-disabled={send.isPending}>
            {text.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
