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
 * What a member may do with a work product: of what their roles allow, what would be accepted now but for its blockers,
 * with all that follows from it by the rules of the workflow.
 */
export function productOffers(
  of: { caseId: string; workProductId: string },
  state: WorkProductsState,
  { context, allowed, caseWork }: { context: Context; allowed: readonly Action[]; caseWork: WorkState },
): WorkProductActions {
  const product = state.products[of.workProductId]
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
        ...of,
        type: 'save',
        baseVersion: version,
        contentSha256: sha256,
        issueIds: [],
        mayEditInReview: isAllowed('reviewDrafts'),
      },
      submit: { ...of, type: 'submit', version, ...reason },
      return: { ...of, type: 'return', version, reasonsSha256: sha256, ...reason },
      discard: { ...of, type: 'discard', why: '-' },
      comment: { ...of, type: 'comment', commentId: sha256, textSha256: sha256 },
      sign: { ...of, type: 'sign', version, prepared, mayOverride, ...reason },
      release: { ...of, type: 'release' },
      recall: { ...of, type: 'recall', why: '-' },
    }
  }
  const isAccepted = (command: ProductCommand) => {
    const needed = workProducts.needs?.[command.type]
    if (needed && !isAllowed(needed)) return false
    try {
      const facts = workProducts.decide(command, state, context)
      followRules(facts, { caseId: of.caseId, products: state, caseWork, context })
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
