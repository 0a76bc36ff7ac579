import type { Action } from '@portico/contract/actions'
import {
  type WorkProductAction,
  type WorkProductActions,
  workProductActions,
} from '@portico/contract/work-products'
import { type Context, Refusal } from '../kernel/decider.ts'
import type { WorkState } from '../work/state.ts'
import { followRules } from './follow-rules.ts'
import { holderIn } from './holders.ts'
import { type ProductCommand, workProducts } from './work-product.ts'
import type { WorkProductsState } from './work-product-state.ts'

/**
 * The actions on a work product that a member's roles allow and that would be accepted now, blockers aside, with everything
 * that follows by the rules of the workflow.
 */
export function productOffers(
  ids: { caseId: string; workProductId: string },
  state: WorkProductsState,
  { context, allowed, caseWork }: { context: Context; allowed: readonly Action[]; caseWork: WorkState },
): WorkProductActions {
  const product = state.products[ids.workProductId]
  if (!product) return { may: [], override: [], heldBy: null }
  const { version, status } = product
  const isAllowed = (action: Action) => allowed.includes(action)
  const sha256 = 'trial'
  const commandFor = (override?: string): Record<WorkProductAction, ProductCommand> => {
    const reason = override === undefined ? {} : { override }
    const prepared = {
      blockers: [],
      shown: sha256,
      packageSha256: sha256,
      dispositions: [],
      recipients: [],
      warnings: [],
    }
    const mayOverride = isAllowed('signForOthers')
    return {
      save: {
        ...ids,
        type: 'save',
        baseVersion: version,
        contentSha256: sha256,
        issueIds: [],
        mayEditInReview: isAllowed('reviewDrafts'),
      },
      submit: { ...ids, type: 'submit', version, ...reason },
      return: { ...ids, type: 'return', version, reasonsSha256: sha256, ...reason },
      discard: { ...ids, type: 'discard', why: '-' },
      comment: { ...ids, type: 'comment', commentId: sha256, textSha256: sha256 },
      sign: { ...ids, type: 'sign', version, prepared, mayOverride, ...reason },
      release: { ...ids, type: 'release' },
      recall: { ...ids, type: 'recall', why: '-' },
    }
  }
  const isAccepted = (command: ProductCommand) => {
    const needed = workProducts.needs?.[command.type]
    if (needed && !isAllowed(needed)) return false
    try {
      const facts = workProducts.decide(command, state, context)
      followRules(facts, { caseId: ids.caseId, products: state, caseWork, context })
      return facts.length > 0
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const may = workProductActions.filter((action) => isAccepted(commandFor()[action]))
  const override = workProductActions.filter(
    (action) => !may.includes(action) && isAccepted(commandFor('-')[action]),
  )
  return { may, override, heldBy: holderIn(state.tasks, status, context.profile) }
}
