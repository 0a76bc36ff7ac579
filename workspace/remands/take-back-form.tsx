import { PorticoError, type Remand } from '@portico/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { filedQuery } from '../data/case.ts'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/remands.ts'
import '../ui/form.css'

const text = words.takeBack

/** That the work has come back: the documents that came, or why there are none. */
export function TakeBackForm({
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
  const documents = useQuery(filedQuery(caseId)).data ?? []
  const [{ why, documentIds }, setDraft, clearDraft] = useDraft(`remand.${remand.id}.return`, () => ({
    why: '',
    documentIds: [] as string[],
  }))
  const [problem, setProblem] = useState('')
  const send = useMutation({
    mutationFn: () =>
      portico().remands.takeBack(caseId, remand.id, {
        ...(documentIds.length > 0 ? { documentIds } : {}),
        ...(why.trim() ? { why: why.trim() } : {}),
      }),
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
    const fault = documentIds.length > 0 || why.trim() ? '' : text.missing
    setProblem(fault)
    if (!fault && !send.isPending) send.mutate()
  }

  return (
    <Dialog title={text.title} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <p>{text.explain}</p>
        <fieldset className="field">
          <legend>{text.documents}</legend>
          {documents.length === 0 ? <p className="faint">{text.noDocuments}</p> : null}
          <div className="chosen">
            {documents.map((document) => (
              <label key={document.id}>
                <input
                  type="checkbox"
                  checked={documentIds.includes(document.id)}
                  onChange={({ target }) =>
                    setDraft({
                      why,
                      documentIds: target.checked
                        ? [...documentIds, document.id]
                        : documentIds.filter((one) => one !== document.id),
                    })
                  }
                />{' '}
                {document.name}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="field">
          <label htmlFor={`${id}-why`}>{text.why}</label>
          <textarea
            id={`${id}-why`}
            rows={2}
            value={why}
            onChange={({ target }) => setDraft({ documentIds, why: target.value })}
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
