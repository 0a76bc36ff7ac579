import type { Assignee } from '@portico/contract/tasks'
import type { Fact } from '../kernel/decider.ts'

export function overrideUsed({
  action,
  task,
  workProductId,
  why,
}: {
  action: Fact<'override.used'>['data']['action']
  task?: { id: string; type: string; assignee?: Assignee } | undefined
  workProductId?: string
  why: string
}): Fact {
  const data = {
    action,
    ...(task ? { taskId: task.id, type: task.type } : {}),
    ...(task?.assignee ? { holder: task.assignee } : {}),
    ...(workProductId === undefined ? {} : { workProductId }),
    why: why.trim(),
  }
  return { type: 'override.used', subject: workProductId ?? task?.id ?? '', data }
}
