import { PorticoError, type QueuedTask } from '@portico/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { type Assignee, AssigneeField } from '../ui/assignee-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { words as tasks } from '../words/tasks.ts'
import { words } from '../words/work.ts'
import '../ui/form.css'

/** Many tasks at once, in the background of the service; what could not be moved is told with its reason. */
export function BulkAssign({
  chosen,
  onDone,
  onClose,
}: {
  chosen: readonly QueuedTask[]
  onDone: () => void
  onClose: () => void
}) {
  const id = useId()
  const client = useQueryClient()
  const [draft, setDraft, clearDraft] = useDraft<{ to?: Assignee | undefined; why: string }>('assignTasks', {
    why: '',
  })
  const { to, why } = draft
  const [problem, setProblem] = useState('')
  const begin = useMutation({
    mutationFn: (assignee: Assignee['value']) =>
      portico().tasks.reassign({
        tasks: chosen.map(({ caseId, id: taskId }) => ({ caseId, taskId })),
        to: assignee,
        why: why.trim(),
      }),
    onSuccess: clearDraft,
    onError: (error) => setProblem(error instanceof PorticoError ? error.message : String(error)),
  })
  const progress = useQuery({
    queryKey: ['reassignment', begin.data?.id],
    queryFn: ({ signal }) => portico().tasks.reassignment(begin.data?.id ?? '', { signal }),
    enabled: begin.data !== undefined,
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : 500),
  })
  const isDone = progress.data?.waiting === 0
  const refused = progress.data?.refused ?? []

  useEffect(() => {
    if (!isDone) return
    void client.invalidateQueries({ queryKey: keys.tasks })
    void client.invalidateQueries({ queryKey: keys.queues })
  }, [isDone, client])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!to) return setProblem(tasks.form.missing(tasks.form.to))
    if (!why.trim()) return setProblem(tasks.form.missing(tasks.form.why))
    setProblem('')
    if (!begin.isPending && !begin.data) begin.mutate(to.value)
  }

  return (
    <Dialog title={tasks.form.reassign(chosen.length)} onClose={isDone ? onDone : onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <AssigneeField label={tasks.form.to} chosen={to} onChoose={(to) => setDraft({ ...draft, to })} />
        <div className="field">
          <label htmlFor={`${id}-why`}>{tasks.form.why}</label>
          <input
            id={`${id}-why`}
            value={why}
            onChange={({ target }) => setDraft({ ...draft, why: target.value })}
          />
        </div>
        <div className="problem" role="alert">
          {problem}
        </div>
        <div role="status">
          {progress.data ? <p>{words.moving(progress.data.moved, progress.data.tasks)}</p> : null}
          {refused.length > 0 ? <p className="problem">{words.notMoved(refused.length)}</p> : null}
          {refused.slice(0, 5).map(({ taskId, why: reason }) => (
            <p key={taskId} className="soft">
              {reason}
            </p>
          ))}
        </div>
        <div className="buttons">
          {isDone ? (
            <Button kind="solid" onClick={onDone}>
              {tasks.form.send}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{tasks.form.back}</Button>
              <Button type="submit" kind="solid" aria-disabled={begin.isPending || begin.data !== undefined}>
                {tasks.form.send}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}
