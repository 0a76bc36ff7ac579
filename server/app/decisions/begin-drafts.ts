import type { Actor } from '@portico/contract/envelope'
import { isDraftingTask } from '../../core/decision/drafting.ts'
import { workProducts } from '../../core/decision/work-product.ts'
import { isUnfinished } from '../../core/decision/work-product-state.ts'
import { type Context, isCarried, type Reaction, reaction } from '../../core/kernel/decider.ts'
import { derivedId } from '../../core/kernel/ids.ts'
import { isBrought } from '../../core/reactions.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Queryable } from '../../store/db.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import { keepText } from '../../store/work-product-texts.ts'
import { firstContent } from './first-content.ts'

/** Where the profile has the service begin drafts: that of a case which is assigned for drafting and has none. */
export async function beginDrafts(
  tx: Queryable,
  events: readonly ChainedEvent[],
  { context: { profile, at }, released }: { context: Context; released: readonly Reaction[] },
): Promise<Reaction[]> {
  const { drafting } = profile.workProducts
  if (drafting?.begunBy !== 'service') return []
  const given = events.findLast(
    (event) =>
      (event.type === 'task.opened' || event.type === 'task.assigned') &&
      !isBrought(event) &&
      !isCarried(event) &&
      event.data.assignee?.kind === 'person' &&
      isDraftingTask(event.data.type, profile),
  )
  if (given?.type !== 'task.opened' && given?.type !== 'task.assigned') return []
  const { assignee, taskId } = given.data
  const { caseId } = given
  const isReleased = released.some(({ command }) => 'taskId' in command && command.taskId === taskId)
  if (!assignee || isReleased) return []
  const products = await listWorkProducts(tx, caseId)
  if (products.some(({ status }) => isUnfinished(status))) return []
  const content = await firstContent(tx, caseId, {}, { at, profile })
  const contentSha256 = await keepText(tx, caseId, content)
  const command = {
    type: 'draftUnlessWritten' as const,
    caseId,
    workProductId: derivedId('product', given, 'draft'),
    title: 'Decision',
    contentSha256,
    issueIds: content.issues.map(({ issueId }) => issueId),
  }
  const author: Actor = { id: assignee.id, name: assignee.name, kind: 'person' }
  return [{ ...reaction(workProducts, command), onBehalfOf: author }]
}
