import type { Profile } from '@portico/contract/profile'
import type { NewWorkProduct, WorkProductContent } from '@portico/contract/work-products'
import { Refusal } from '../../core/kernel/decider.ts'
import { listIssues } from '../../projections/issues.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Queryable } from '../../store/db.ts'
import { readDraft } from './draft-text.ts'
import { refuseNewSections } from './text-limits.ts'
import { resolvedContent } from './work-product-content.ts'

/** The given content, a copy of another, or an empty section for each decided issue. */
export async function firstContent(
  tx: Queryable,
  caseId: string,
  { content, from }: NewWorkProduct,
  { at, profile }: { at: Date; profile: Profile },
): Promise<WorkProductContent> {
  if (content && from !== undefined)
    throw new Refusal('invalid', 'The body must have content or from, not both.')
  if (content) {
    const resolved = await resolvedContent(tx, caseId, content, { at, profile })
    await refuseNewSections(tx, caseId, { before: { issues: [] }, after: resolved })
    return resolved
  }
  if (from !== undefined) {
    const [found] = await listWorkProducts(tx, caseId, from)
    if (!found) throw new Refusal('notFound', 'There is no work product to begin from in this case.')
    // Also what was typed when its case was closed, which is in no version.
    const { text } = await readDraft(tx, { caseId, workProductId: from })
    return text.content
  }
  const { issues } = await listIssues(tx, caseId)
  const decided = issues.filter(({ status }) => status === 'decided')
  return { opening: [], issues: decided.map(({ id }) => ({ issueId: id, content: [] })), closing: [] }
}
