import type { Profile } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
import { actionsNeeded } from '../work/actions.ts'
import type { HeldTask } from '../work/held-tasks.ts'

/** Whether the profile makes tasks of this type drafting tasks. */
export function isDraftingTask(type: string, profile: Profile): boolean {
  const { tasks } = profile.workProducts.drafting ?? {}
  return tasks ? tasks.includes(type) : actionsNeeded(type, profile).includes('draft')
}

/** The person assigned to the drafting task. */
export function authorIn(tasks: readonly HeldTask[], profile: Profile): Assignee | undefined {
  return tasks.find(({ type, assignee }) => assignee?.kind === 'person' && isDraftingTask(type, profile))
    ?.assignee
}
