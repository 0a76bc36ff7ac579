import type { Profile } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
import { neededFor } from '../work/actions.ts'
import type { HeldTask } from '../work/held-tasks.ts'

/** Whether whoever holds a task of a type writes the decision, as the profile says. */
export function isDrafting(type: string, profile: Profile): boolean {
  const { tasks } = profile.workProducts.drafting ?? {}
  return tasks ? tasks.includes(type) : neededFor(type, profile).includes('draft')
}

/** Who writes the decision: the person who holds the task of drafting. */
export function authorIn(tasks: readonly HeldTask[], profile: Profile): Assignee | undefined {
  return tasks.find(({ type, assignee }) => assignee?.kind === 'person' && isDrafting(type, profile))
    ?.assignee
}
