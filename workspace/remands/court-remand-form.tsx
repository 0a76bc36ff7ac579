import { PorticoError, type Profile } from '@portico/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { filedQuery, issuesQuery } from '../data/case.ts'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { labelIn } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/remands.ts'
import '../ui/form.css'

const text = words.court

type Draft = {
  documentId: string
  mandateOn: string
  court: string
  issueIds: string[]
  instructions: string
  why: string
}

const nothing: Draft = { documentId: '', mandateOn: '', court: '', issueIds: [], instructions: '', why: '' }

/** By its mandate, which is a document of the case. */
export function CourtRemandForm({
  caseId,
  profile,
  onClose,
}: {
  caseId: string
  profile: Profile | undefined
  onClose: () => void
}) {
  const id = useId()
  const client = useQueryClient()
  const types = profile?.remands?.mandateTypes ?? []
  const documents = (useQuery(filedQuery(caseId)).data ?? []).filter(
    ({ documentType = '' }) => types.length === 0 || types.includes(documentType),
  )
  const issues = useQuery(issuesQuery(caseId)).data?.issues ?? []
  const [draft, setDraft, clearDraft] = useDraft<Draft>(`courtRemand.${caseId}.form`, nothing)
  const { documentId, mandateOn, court, issueIds, instructions, why } = draft
  const [problem, setProblem] = useState('')
  const lines = instructions.split('\n').flatMap((line) => (line.trim() ? [{ text: line.trim() }] : []))
  const send = useMutation({
    mutationFn: () =>
      portico().remands.recordFromCourt(caseId, {
        documentId,
        mandateOn,
        ...(court.trim() ? { court: court.trim() } : {}),
        issueIds,
        instructions: lines,
        why: why.trim(),
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
    const isFilled = documentId && mandateOn && issueIds.length > 0 && lines.length > 0 && why.trim()
    setProblem(isFilled ? '' : text.missing)
    if (isFilled && !send.isPending) send.mutate()
  }

  return (
    <Dialog title={text.title} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <p>{text.explain}</p>
        <div className="field">
          <label htmlFor={`${id}-document`}>{text.document}</label>
          <select
            id={`${id}-document`}
            value={documentId}
            onChange={({ target }) => setDraft({ ...draft, documentId: target.value })}
          >
            <option value="">–</option>
            {documents.map((document) => (
              <option key={document.id} value={document.id}>
                {document.name}
              </option>
            ))}
          </select>
          {documents.length === 0 ? <p className="faint">{text.noDocument}</p> : null}
        </div>
        <div className="field">
          <label htmlFor={`${id}-on`}>{text.on}</label>
          <input
            id={`${id}-on`}
            type="date"
            max={dayFromToday()}
            value={mandateOn}
            onChange={({ target }) => setDraft({ ...draft, mandateOn: target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-court`}>{text.court}</label>
          <input
            id={`${id}-court`}
            value={court}
            onChange={({ target }) => setDraft({ ...draft, court: target.value })}
          />
        </div>
        <fieldset className="field">
          <legend>{text.issues}</legend>
          <div className="chosen">
            {issues
              .filter(({ status }) => status !== 'sentBack')
              .map((issue) => (
                <label key={issue.id}>
                  <input
                    type="checkbox"
                    checked={issueIds.includes(issue.id)}
                    onChange={({ target }) =>
                      setDraft({
                        ...draft,
                        issueIds: target.checked
                          ? [...issueIds, issue.id]
                          : issueIds.filter((one) => one !== issue.id),
                      })
                    }
                  />{' '}
                  {issue.description ?? labelIn(profile?.issueTypes, issue.issueType)}
                </label>
              ))}
          </div>
        </fieldset>
        <div className="field">
          <label htmlFor={`${id}-instructions`}>{text.instructions}</label>
          <textarea
            id={`${id}-instructions`}
            rows={3}
            value={instructions}
            onChange={({ target }) => setDraft({ ...draft, instructions: target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-why`}>{text.why}</label>
          <textarea
            id={`${id}-why`}
            rows={2}
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
