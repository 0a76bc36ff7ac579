import type { Profile } from '@portico/contract/profile'
import type { MailType } from '@portico/contract/profile/correspondence'
import type { TaskChanges } from '@portico/contract/tasks'
import { Refusal } from '../kernel/decider.ts'
import { workflowOf } from './draft.ts'

type Asked = NonNullable<MailType['asksScope']>

/** What completing a task of a type asks about the case; undefined if nothing. */
export function scopeAsked(type: string, caseType: string | null, profile: Profile): Asked | undefined {
  const row = profile.mailTypes.find(({ taskType }) => taskType === type)
  if (!row) return undefined
  if (row.asksScope) return row.asksScope
  // Profiles saved before the question was there close the case by a rule alone.
  const closes = workflowOf({ profile }, caseType).rules.some(
    ({ on, do: steps }) =>
      on.event === 'task.completed' &&
      on.task?.includes(type) &&
      on.outcome === undefined &&
      steps.some((step) => 'close' in step),
  )
  return closes ? { issues: 'withdrawn' } : undefined
}

/** How `task.completed` tells what was answered. */
export function answeredScope(changes: TaskChanges | undefined, asked: Asked | undefined) {
  if (asked && !changes) {
    throw new Refusal(
      'invalid',
      'changes must say what this changes: {"scope": "case"}, {"scope": "issues", "issueIds": […]} or {"scope": "none", "why": "…"}.',
    )
  }
  if (!asked && changes) {
    throw new Refusal('invalid', 'changes must be left out: completing this task changes nothing but itself.')
  }
  return changes ?? {}
}
