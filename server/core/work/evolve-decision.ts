import type { Recorded } from '../kernel/decider.ts'
import type { WorkState } from './state.ts'

/** The decision: its text, its deliveries, whether it was carried out. */
export function evolveDecision(state: WorkState, event: Recorded): WorkState {
  switch (event.type) {
    case 'workProduct.drafted':
      return withProduct(state, event.data.workProductId, 'draft')
    case 'workProduct.submitted':
      return withProduct(state, event.data.workProductId, 'inReview')
    case 'workProduct.returned':
      return withProduct(state, event.data.workProductId, 'draft')
    case 'workProduct.reinstated':
      return withProduct(state, event.data.workProductId, event.data.status)
    case 'workProduct.discarded':
      return state.workProduct?.id === event.data.workProductId ? { ...state, workProduct: null } : state
    case 'workProduct.signed': {
      const { workProductId, packageSha256, dispositions } = event.data
      const decided = { workProductId, issues: dispositions.length, sentBack: 0 }
      return { ...withProduct(state, workProductId, 'signed', packageSha256), decided, isSent: false }
    }
    case 'workProduct.cleared':
      return withProduct(state, event.data.workProductId, 'cleared', event.data.packageSha256)
    case 'workProduct.released':
      return {
        ...withProduct(state, event.data.workProductId, 'released', event.data.packageSha256),
        effectuation: 'pending',
      }
    case 'workProduct.recalled':
      return {
        ...withProduct(state, event.data.workProductId, 'recalled', event.data.packageSha256),
        isSent: false,
      }
    case 'effectuation.completed':
    case 'effectuation.failed': {
      // What an earlier decision comes to does not say how the last one stands.
      const isOfLast = !state.decided || state.decided.workProductId === event.data.workProductId
      if (!isOfLast) return state
      return { ...state, effectuation: event.type === 'effectuation.completed' ? 'completed' : 'failed' }
    }
    case 'delivery.owed':
      return { ...state, owed: [...state.owed, event.data.deliveryId], isSent: false }
    // A failed delivery is owed again.
    case 'delivery.failed': {
      const { deliveryId, workProductId } = event.data
      if (workProductId === undefined) return state
      return state.owed.includes(deliveryId)
        ? state
        : { ...state, owed: [...state.owed, deliveryId], isSent: false }
    }
    case 'delivery.receipted': {
      const owed = state.owed.filter((id) => id !== event.data.deliveryId)
      const isOfLast = state.decided?.workProductId === event.data.workProductId
      return { ...state, owed, isSent: state.isSent || (isOfLast && owed.length === 0) }
    }
    case 'delivery.withdrawn':
      return { ...state, owed: state.owed.filter((id) => id !== event.data.deliveryId) }
    default:
      return state
  }
}

/** Remands that are away. */
export function evolveRemands(state: WorkState, event: Recorded): WorkState {
  switch (event.type) {
    case 'remand.sentBack': {
      const { remandId, workProductId, issueIds } = event.data
      const { decided } = state
      const isOfLast = decided !== null && decided.workProductId === workProductId
      return {
        ...state,
        away: [...state.away, remandId],
        decided: isOfLast ? { ...decided, sentBack: decided.sentBack + issueIds.length } : decided,
      }
    }
    case 'remand.resumed':
      return {
        ...state,
        away: [...state.away.filter((id) => id !== event.data.remandId), event.data.remandId],
      }
    case 'remand.progressed': {
      const { remandId } = event.data
      return { ...state, heardOf: [...state.heardOf.filter((id) => id !== remandId), remandId] }
    }
    case 'remand.ended':
      return { ...state, away: state.away.filter((id) => id !== event.data.remandId) }
    case 'remand.returned':
    case 'remand.received': {
      const { remandId } = event.data
      const isSettled = state.workProduct?.status === 'released'
      return {
        ...state,
        away: state.away.filter((id) => id !== remandId),
        workProduct: isSettled ? null : state.workProduct,
      }
    }
    default:
      return state
  }
}

function withProduct(
  state: WorkState,
  id: string,
  status: string,
  packageSha256: string | null = null,
): WorkState {
  return { ...state, workProduct: { id, status, packageSha256 } }
}
