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

/** Only those who write or review the decision may change decisions and evidence; supervisors need a reason. */
export function onlyByDeciders(
  facts: Fact[],
  acting: Acting,
  { action, issueId, override }: { action: DecidingAction; issueId: string; override?: string | undefined },
): Fact[] {
  if (facts.length === 0) return []
  const overrideReason = decidingOverride(acting, { verb: verbs[action], override })
  if (!overrideReason) return facts
  const { task, why } = overrideReason
  const taskFields = { taskId: task.id, type: task.type, ...(task.assignee ? { holder: task.assignee } : {}) }
  return [
    ...facts,
    { type: 'issue.overrideUsed', subject: issueId, data: { issueId, action, ...taskFields, why } },
  ]
}

const needs: Record<IssueAction, Action> = {
  decide: 'decideIssues',
  cite: 'citeEvidence',
  editDecided: 'editIssues',
}

/** The actions that a member may take on issues that are not in a signed decision. */
export function issueOffers(acting: Acting, allowed: readonly Action[]): IssueActions {
  const permitted = issueActions.filter((action) => allowed.includes(needs[action]))
  const isAllowed = (override?: string) => {
    try {
      decidingOverride(acting, { verb: '', override })
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const isDecider = isAllowed()
  return {
    may: isDecider ? permitted : [],
    override: !isDecider && isAllowed('-') ? permitted : [],
    heldBy: decidersOf(acting.tasks, acting.context.profile),
  }
}
