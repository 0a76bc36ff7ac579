import type { QueuedTask } from '@portico/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { type Assignee, AssigneeField } from '../ui/assignee-field.tsx'
import { CommandDialog } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words as tasks } from '../words/tasks.ts'
import { words } from '../words/work.ts'

const text = tasks.form

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
  const client = useQueryClient()
  const command = useCommand({
    place: 'assignTasks',
    draft: { why: '' } as { to?: Assignee | undefined; why: string },
    check({ to, why }) {
      if (!to) return text.missing(text.to)
      return why.trim() ? undefined : text.missing(text.why)
    },
    run: ({ to, why }) =>
      portico().tasks.reassign({
        tasks: chosen.map(({ caseId, id: taskId }) => ({ caseId, taskId })),
        to: to?.value as Assignee['value'],
        why: why.trim(),
      }),
  })
  const { answer } = command
  const progress = useQuery({
    queryKey: ['reassignment', answer?.id],
    queryFn: ({ signal }) => portico().tasks.reassignment(answer?.id ?? '', { signal }),
    enabled: answer !== undefined,
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : 500),
  })
  const isDone = progress.data?.waiting === 0
  const refused = progress.data?.refused ?? []

  useEffect(() => {
    if (!isDone) return
    void client.invalidateQueries({ queryKey: keys.tasks })
    void client.invalidateQueries({ queryKey: keys.queues })
  }, [isDone, client])

  return (
    <CommandDialog
      title={text.reassign(chosen.length)}
      command={isDone ? { ...command, send: onDone } : command}
      send={text.send}
      canSend={isDone || answer === undefined}
      back={isDone ? undefined : text.back}
      onClose={isDone ? onDone : onClose}
    >
      <AssigneeField label={text.to} chosen={command.draft.to} onChoose={(to) => command.change({ to })} />
      <TextField label={text.why} {...command.field('why')} />
      <div role="status">
        {progress.data ? <p>{words.moving(progress.data.moved, progress.data.tasks)}</p> : null}
        {refused.length > 0 ? <p className="problem">{words.notMoved(refused.length)}</p> : null}
        {refused.slice(0, 5).map(({ taskId, why: reason }) => (
          <p key={taskId} className="soft">
            {reason}
          </p>
        ))}
      </div>
    </CommandDialog>
  )
}
