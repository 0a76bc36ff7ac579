import type { Task } from '@portico/sdk'
import { useOpenAfterReload } from '../data/draft.ts'
import { standingKeys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Unconfirmed } from '../ui/ending.tsx'
import { useCommand } from '../ui/use-command.ts'
import { useWhileOpen } from '../ui/while-open.ts'
import { words } from '../words/tasks.ts'
import { TaskForm, type TaskFormKind } from './task-form.tsx'

/** Exactly what the service says that this person may do with the task. */
export function TaskActions({ task, isMain = false }: { task: Task; isMain?: boolean }) {
  const [form, setForm] = useOpenAfterReload<TaskFormKind>(`task.${task.id}`)
  const { may, override, outcomes, opens, asksNote, asksScope, refused = [] } = task.actions
  const isOffered = (name: TaskFormKind) => may.includes(name) || override.includes(name)
  const isRefused = (name: TaskFormKind) => refused.some(({ action }) => action === name)
  // A form that was open keeps what was typed, and says why it is not taken.
  const shown = useWhileOpen(form, form && (isOffered(form) || isRefused(form)) ? form : undefined)
  const [held] = isOffered('complete') ? [] : refused
  const asksToComplete =
    outcomes.length > 0 || asksNote !== undefined || asksScope === true || override.includes('complete')
  const kind = isMain ? 'solid' : 'quiet'
  const { tasks } = portico()
  const { id, caseId } = task
  const command = { hasForm: false, renews: standingKeys(caseId) }
  const step = useCommand({
    ...command,
    run: (_, name: 'start' | 'resume') => tasks[name](caseId, id),
    done: (_answer, _draft, name) => words.done[name],
  })
  /** What would end beside it is shown in the form. */
  const completion = useCommand({
    ...command,
    ends: { caseId },
    run: (_draft, _argument, confirm) =>
      confirm({ completeTask: { taskId: id } }, (ends) => tasks.complete(caseId, id, { ends })),
    done: words.done.complete,
    onFailed(error): void {
      if (error instanceof Unconfirmed) setForm('complete')
      else completion.forgetEnding()
    },
  })
  const close = () => {
    completion.forgetEnding()
    setForm(undefined)
  }

  return (
    <>
      {may.includes('start') ? <Button onClick={() => step.send('start')}>{words.start}</Button> : null}
      {may.includes('resume') ? <Button onClick={() => step.send('resume')}>{words.resume}</Button> : null}
      {isOffered('complete') ? (
        <Button kind={kind} onClick={() => (asksToComplete ? setForm('complete') : completion.send())}>
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
      {shown ? <TaskForm task={task} kind={shown} shown={completion.ending} onClose={close} /> : null}
    </>
  )
}
