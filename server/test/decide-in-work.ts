import { workProducts } from '../core/decision/work-product.ts'
import type { CaseInWork } from './case-in-work.ts'

const packageSha256 = 'a'.repeat(64)

/** Drafts, submits and signs a decision on a case in memory; what it says is of no account. */
export function signDecision(
  one: CaseInWork,
  {
    caseId,
    workProductId = 'wp_1',
    isDrafted = false,
  }: { caseId: string; workProductId?: string; isDrafted?: boolean },
  recipients: string[] = [],
) {
  const of = { caseId, workProductId }
  const text = { contentSha256: 'b'.repeat(64), issueIds: [] }
  const prepared = { blockers: [], shown: 'a', packageSha256, dispositions: [], recipients, warnings: [] }
  if (!isDrafted) one.run(workProducts, { ...of, type: 'draft', title: 'Decision', ...text })
  one.run(workProducts, { ...of, type: 'submit', version: 1 })
  one.run(workProducts, { ...of, type: 'sign', version: 1, prepared })
}

export function sealDecision(
  one: CaseInWork,
  { caseId, workProductId = 'wp_1' }: { caseId: string; workProductId?: string },
) {
  const file = { sha256: 'c'.repeat(64), bytes: 1 }
  one.run(workProducts, { caseId, workProductId, type: 'seal', packageSha256, ...file })
}
