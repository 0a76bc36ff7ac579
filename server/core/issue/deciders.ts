import type { Action } from '@portico/contract/actions'
import {
  type DecidingAction,
  type IssueAction,
  type IssueActions,
  issueActions,
} from '@portico/contract/issues'
import { type Acting, decidersOf, decidingOverride } from '../decision/holders.ts'
import { type Fact, Refusal } from '../kernel/decider.ts'

const verbs: Record<DecidingAction, string> = {
  decide: 'decide the issue',
  undecide: 'undo the decision on the issue',
  cite: 'cite evidence for the issue',
  uncite: 'remove a citation of the issue',
  edit: 'edit an issue that is decided',
}

/** What happens to a decision on an issue, or to its evidence, by those who hold the case; by others with a reason. */
export function byDeciders(
  facts: Fact[],
  acting: Acting,
  { action, issueId, override }: { action: DecidingAction; issueId: string; override?: string | undefined },
): Fact[] {
  if (facts.length === 0) return []
  const overridden = decidingOverride(acting, { verb: verbs[action], override })
  if (!overridden) return facts
  const { task, why } = overridden
  const held = { taskId: task.id, type: task.type, ...(task.assignee ? { holder: task.assignee } : {}) }
  return [...facts, { type: 'issue.overrideUsed', subject: issueId, data: { issueId, action, ...held, why } }]
}

const needs: Record<IssueAction, Action> = {
  decide: 'decideIssues',
  cite: 'citeEvidence',
  editDecided: 'editIssues',
}

/** What a member may do with issues that no signed decision locks. */
export function issueOffers(acting: Acting, allowed: readonly Action[]): IssueActions {
  const known = issueActions.filter((action) => allowed.includes(needs[action]))
  const accepts = (override?: string) => {
    try {
      decidingOverride(acting, { verb: '', override })
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const isFree = accepts()
  return {
    may: isFree ? known : [],
    override: !isFree && accepts('-') ? known : [],
    heldBy: decidersOf(acting.tasks, acting.context.profile),
  }
}
