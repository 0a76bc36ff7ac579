import type { Profile } from '@portico/contract/profile'
import type { MailType } from '@portico/contract/profile/correspondence'
import type { TaskChanges } from '@portico/contract/tasks'
import { Refusal } from '../kernel/decider.ts'
import { workflowOf } from './draft.ts'

type ScopeQuestion = NonNullable<MailType['asksScope']>

/** What must be answered about the case when completing a task of this type, if anything. */
export function scopeQuestion(
  type: string,
  caseType: string | null,
  profile: Profile,
): ScopeQuestion | undefined {
  const mailType = profile.mailTypes.find(({ taskType }) => taskType === type)
  if (!mailType) return undefined
  if (mailType.asksScope) return mailType.asksScope
  // Profiles saved before this question existed close the case by a rule.
  const closes = workflowOf({ profile }, caseType).rules.some(
    ({ on, do: steps }) =>
      on.event === 'task.completed' &&
      on.task?.includes(type) &&
      on.outcome === undefined &&
      steps.some((step) => 'close' in step),
  )
  return closes ? { issues: 'withdrawn' } : undefined
}

/** The answer as fields of `task.completed`. */
export function answeredScope(changes: TaskChanges | undefined, question: ScopeQuestion | undefined) {
  if (question && !changes) {
    throw new Refusal(
      'invalid',
      'changes must be {"scope": "case"}, {"scope": "issues", "issueIds": […]} or {"scope": "none", "why": "…"}.',
    )
  }
  if (!question && changes) {
    throw new Refusal('invalid', 'changes must be left out, since completing this task changes nothing else.')
  }
  return changes ?? {}
}
