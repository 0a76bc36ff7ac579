import type { EventType } from '@portico/contract/events'
import type { Assignee } from '@portico/contract/tasks'
import type { Recorded } from '../kernel/decider.ts'

export type HeldTask = { id: string; type: string; assignee?: Assignee }

export const heldTaskEvents: readonly EventType[] = [
  'task.opened',
  'task.assigned',
  'task.completed',
  'task.handedOver',
  'task.cancelled',
]

/** The open tasks of the case after an event. */
export function tasksAfter(tasks: HeldTask[], event: Recorded): HeldTask[] {
  switch (event.type) {
    case 'task.opened': {
      const { taskId: id, type, assignee } = event.data
      return [...tasks, { id, type, ...(assignee ? { assignee } : {}) }]
    }
    case 'task.assigned': {
      const { taskId, assignee } = event.data
      return tasks.map((task) => (task.id === taskId ? { ...task, assignee } : task))
    }
    case 'task.completed':
    case 'task.handedOver':
    case 'task.cancelled':
      return tasks.filter(({ id }) => id !== event.data.taskId)
    default:
      return tasks
  }
}
