import type { Action } from '@portico/contract/actions'
import {
  type WorkProductAction,
  type WorkProductStatus,
  workProductActions,
} from '@portico/contract/work-products'
import { workProducts } from './work-product.ts'
import { isBeingWritten, isInForce } from './work-product-state.ts'

type Standing = { status: WorkProductStatus; isCleared: boolean }

/** What somebody may do with a work product as it stands, by what they may do to its case. */
export function workProductActionsOf(
  product: Standing,
  may: (action: Action) => boolean,
): WorkProductAction[] {
  return workProductActions.filter((name) => {
    const needed = workProducts.needs?.[name]
    if (!needed || !may(needed) || !isOpen(name, product)) return false
    return name !== 'save' || product.status === 'draft' || may('reviewDrafts')
  })
}

function isOpen(name: WorkProductAction, { status, isCleared }: Standing): boolean {
  switch (name) {
    case 'save':
    case 'comment':
    case 'discard':
      return isBeingWritten(status)
    case 'submit':
      return status === 'draft'
    case 'return':
    case 'sign':
      return status === 'inReview'
    case 'release':
      return status === 'signed' && !isCleared
    case 'recall':
      return isInForce(status)
  }
}
