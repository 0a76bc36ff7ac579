import { issues } from '../../core/issue/issue.ts'
import { listIssues } from '../../projections/issues.ts'
import { type LinkedCase, unlessDone } from './linked-case.ts'

export async function addIssues({
  db,
  execute,
  caseId,
  linkedCaseId,
  shared,
  call,
}: LinkedCase): Promise<void> {
  const [from, to] = await Promise.all([listIssues(db, caseId), listIssues(db, linkedCaseId)])
  const there = new Set([...to.issues, ...to.past].map(({ id }) => id))
  for (const { id, as: issueId } of shared.issues) {
    const issue = [...from.issues, ...from.past].find((issue) => issue.id === id)
    if (!issue || there.has(issueId)) continue
    const { issueType, benefitType, scope, description } = issue
    const command = {
      type: 'addIssue' as const,
      caseId: linkedCaseId,
      issueId,
      issueType,
      ...(benefitType === undefined ? {} : { benefitType }),
      ...(scope === undefined ? {} : { scope }),
      ...(description === undefined ? {} : { description }),
      sharedFrom: { caseId, issueId: id },
    }
    await execute(issues, call(), command, () => null).catch(unlessDone)
  }
}
