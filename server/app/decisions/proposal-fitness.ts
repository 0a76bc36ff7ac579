import { refuseUnknownIssues } from '../../core/decision/check-text.ts'
import type { Text } from '../../core/decision/operations.ts'
import type { AppliedProposal } from '../../core/decision/proposals.ts'
import type { Queryable } from '../../store/db.ts'
import { cites } from './named-operations.ts'
import { issuesKnown, refuseTooLarge, refuseTooManyCitations } from './text-limits.ts'

/** What a text may not be on this case, whoever wrote it. */
export async function fitnessOn(tx: Queryable, caseId: string) {
  const issueIds = await issuesKnown(tx, caseId)
  return (before: Text, made: Pick<AppliedProposal, 'text' | 'operations'>): void => {
    if (made.operations.some(cites)) refuseTooManyCitations(made.text)
    refuseUnknownIssues(issueIds, before.content, made.text.content)
    refuseTooLarge(before, made, 0)
  }
}
