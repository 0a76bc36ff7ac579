import type { Task } from '@portico/sdk'
import { useOpenAfterReload } from '../data/draft.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Unconfirmed, useEnding } from '../ui/ending.tsx'
import { useWhileOpen } from '../ui/while-open.ts'
import { words } from '../words/tasks.ts'
import { type TaskChange, useTaskChange } from './task-change.ts'
import { TaskForm, type TaskFormKind } from './task-form.tsx'

/** Exactly what the service says that this person may do with the task. */
export function TaskActions({ task, isMain = false }: { task: Task; isMain?: boolean }) {
  const [form, setForm] = useOpenAfterReload<TaskFormKind>(`task.${task.id}`)
  const { isPending, mutate } = useTaskChange(task)
  // A second click means the same.
  const change = (asked: TaskChange) => isPending || mutate(asked)
  const { may, override, outcomes, opens, asksNote, asksScope, refused = [] } = task.actions
  const isOffered = (one: TaskFormKind) => may.includes(one) || override.includes(one)
  const isRefused = (one: TaskFormKind) => refused.some(({ action }) => action === one)
  // A form that was open keeps what was typed, and says why it is not taken.
  const shown = useWhileOpen(form, form && (isOffered(form) || isRefused(form)) ? form : undefined)
  const [held] = isOffered('complete') ? [] : refused
  const asksToComplete =
    outcomes.length > 0 || asksNote !== undefined || asksScope === true || override.includes('complete')
  const kind = isMain ? 'solid' : 'quiet'
  const tasks = portico().tasks
  const ends = useEnding(task.caseId)
  /** What would end beside it is shown in the form. */
  const completeAtOnce = () =>
    isPending ||
    mutate(
      {
        done: 'complete',
        run: () =>
          ends.send({ completeTask: { taskId: task.id } }, (seen) =>
            tasks.complete(task.caseId, task.id, { ends: seen }),
          ),
      },
      { onError: (error) => (error instanceof Unconfirmed ? setForm('complete') : ends.forget()) },
    )
  const close = () => {
    ends.forget()
    setForm(undefined)
  }

  return (
    <>
      {may.includes('start') ? (
        <Button onClick={() => change({ done: 'start', run: () => tasks.start(task.caseId, task.id) })}>
          {words.start}
        </Button>
      ) : null}
      {may.includes('resume') ? (
        <Button onClick={() => change({ done: 'resume', run: () => tasks.resume(task.caseId, task.id) })}>
          {words.resume}
        </Button>
      ) : null}
      {isOffered('complete') ? (
        <Button kind={kind} onClick={() => (asksToComplete ? setForm('complete') : completeAtOnce())}>
          {asksToComplete ? words.complete : words.completePlain}
        </Button>
      ) : null}
      {held ? <small className="soft">{held.why}</small> : null}
      {may.includes('assign') ? <Button onClick={() => setForm('assign')}>{words.assign}</Button> : null}
      {may.includes('openChild') && opens.length > 0 ? (
        <Button onClick={() => setForm('openChild')}>{words.openChild}</Button>
      ) : null}
      {may.includes('hold') ? <Button onClick={() => setForm('hold')}>{words.hold}</Button> : null}
      {may.includes('instruct') ? (
        <Button onClick={() => setForm('instruct')}>{words.instruct}</Button>
      ) : null}
      {may.includes('cancel') ? <Button onClick={() => setForm('cancel')}>{words.cancel}</Button> : null}
      {shown ? <TaskForm task={task} kind={shown} shown={ends.ending} onClose={close} /> : null}
    </>
  )
}
