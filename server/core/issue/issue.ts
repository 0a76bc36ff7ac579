import type { IssueChanges, NewIssue } from '@portico/contract/issues'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import type { IssueCommand, IssueCommandOf } from './commands.ts'
import { onlyByDeciders } from './deciders.ts'
import { cite, followCitations, uncite } from './evidence.ts'
import { leaveContinued, merge, move, order, remove, restore, restoreList, split, withdraw } from './list.ts'
import { evolve, type IssuesState, issueEventTypes, refuseTooMany, requireChangeable } from './state.ts'
import {
  type IssueWords,
  refuseStrayInstructions,
  refuseUnknownDecision,
  refuseUnknownType,
} from './words.ts'

/** The issue list of a case: issues in order, their decisions and evidence. */
export const issues: Decider<IssueCommand, IssuesState> = {
  name: 'issues',
  needs: {
    addIssue: 'editIssues',
    editIssue: 'editIssues',
    orderIssues: 'editIssues',
    splitIssue: 'editIssues',
    mergeIssues: 'editIssues',
    removeIssue: 'editIssues',
    restoreIssue: 'editIssues',
    withdrawIssues: null,
    restoreList: null,
    moveIssues: null,
    leaveContinued: null,
    decideIssue: 'decideIssues',
    decideIssues: 'decideIssues',
    undecideIssue: 'decideIssues',
    cite: 'citeEvidence',
    uncite: 'citeEvidence',
    followCitations: null,
  },
  stateVersion: 6,
  reads: () => ({ types: issueEventTypes }),
  initial: { issueIds: [], nextPosition: 0, issues: {}, continued: {}, tasks: [] },
  evolve,

  decide(command, state, context) {
    const { profile } = context
    const acting = { tasks: state.tasks, context }
    switch (command.type) {
      case 'addIssue':
        return add(command, state, profile)
      case 'editIssue':
        return edit(command, state, context)
      case 'decideIssue':
        return onlyByDeciders(decide(command, state, profile), acting, { ...command, action: 'decide' })
      case 'decideIssues':
        refuseDuplicates(command)
        return command.decisions.flatMap((decision) =>
          issues.decide({ ...decision, caseId: command.caseId, type: 'decideIssue' }, state, context),
        )
      case 'undecideIssue':
        return onlyByDeciders(undecide(command, state), acting, { ...command, action: 'undecide' })
      case 'orderIssues':
        return order(command, state)
      case 'splitIssue':
        return split(command, state, profile)
      case 'mergeIssues':
        return merge(command, state, profile)
      case 'removeIssue':
        return remove(command, state, profile)
      case 'restoreIssue':
        return restore(command, state)
      case 'withdrawIssues':
        return withdraw(command, state)
      case 'moveIssues':
        return move(command, state)
      case 'leaveContinued':
        return leaveContinued(state)
      case 'restoreList':
        return restoreList(command, state)
      case 'cite':
        return onlyByDeciders(cite(command, state), acting, { ...command, action: 'cite' })
      case 'uncite':
        return onlyByDeciders(uncite(command, state), acting, { ...command, action: 'uncite' })
      case 'followCitations':
        return followCitations(command, state)
    }
  },
}

function add(command: IssueCommandOf<'addIssue'>, state: IssuesState, words: IssueWords): Fact[] {
  const { type: _, caseId: __, disposition, ...issue } = command
  if (Object.hasOwn(state.issues, issue.issueId)) {
    throw new Refusal('conflict', 'This issue is already in the list.')
  }
  refuseTooMany(state, 1)
  // Issues from another system or case keep their terms; edits must use those of the profile.
  if (!issue.alias && !issue.sharedFrom) refuseUnknownType(words, issue)
  const { issueId } = issue
  const added: Fact = {
    type: 'issue.added',
    subject: issueId,
    data: { ...issue, position: state.nextPosition },
  }
  if (disposition === undefined) return [added]
  refuseUnknownDecision(words, disposition, [])
  return [added, { type: 'issue.decided', subject: issueId, data: { issueId, disposition, reasons: [] } }]
}

/** Editing the subject of a decided issue changes its decision. */
function edit(command: IssueCommandOf<'editIssue'>, state: IssuesState, context: Context): Fact[] {
  const { issueId, changes, override } = command
  const { words: before, decision } = requireChangeable(issueId, state)
  const after = applyChanges(before, changes)
  if (changes.issueType !== undefined || changes.benefitType !== undefined)
    refuseUnknownType(context.profile, after)
  if (isSame(after, before)) return []
  const facts: Fact[] = [{ type: 'issue.edited', subject: issueId, data: { issueId, ...after } }]
  if (!decision) return facts
  return onlyByDeciders(facts, { tasks: state.tasks, context }, { action: 'edit', issueId, override })
}

/** Null removes a field. */
function applyChanges(
  { issueType, ...before }: NewIssue,
  { issueType: type, ...changes }: IssueChanges,
): NewIssue {
  const remaining = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  return { issueType: type ?? issueType, ...Object.fromEntries(remaining) }
}

function refuseDuplicates({ decisions }: IssueCommandOf<'decideIssues'>) {
  const seen = new Set<string>()
  for (const { issueId } of decisions) {
    if (seen.has(issueId))
      throw new Refusal('invalid', `dispositions must not have the same issue twice: ${issueId}.`)
    seen.add(issueId)
  }
}

function decide(command: IssueCommandOf<'decideIssue'>, state: IssuesState, words: IssueWords): Fact[] {
  const { issueId, disposition, reasons = [] } = command
  const before = requireChangeable(issueId, state).decision
  refuseUnknownDecision(words, disposition, reasons)
  const instructions = refuseStrayInstructions(words, command)
  const note = command.note?.trim()
  const decision = {
    disposition,
    reasons,
    ...(instructions.length > 0 ? { instructions } : {}),
    ...(note ? { note } : {}),
  }
  if (before && isSame(decision, before)) return []
  return [{ type: 'issue.decided', subject: issueId, data: { issueId, ...decision } }]
}

function undecide({ issueId }: IssueCommandOf<'undecideIssue'>, state: IssuesState): Fact[] {
  if (!requireChangeable(issueId, state).decision) return []
  return [{ type: 'issue.undecided', subject: issueId, data: { issueId } }]
}
