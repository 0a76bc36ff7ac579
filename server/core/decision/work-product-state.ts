import type { EventType } from '@portico/contract/events'
import { type ProposalStatus, events as proposalEvents } from '@portico/contract/proposals'
import { events, type WorkProductStatus } from '@portico/contract/work-products'
import { authorOf, type Recorded } from '../kernel/decider.ts'
import { type HeldTask, heldAfter, heldTaskEvents } from '../work/held-tasks.ts'

export type Product = {
  status: WorkProductStatus
  version: number
  title: string
  contentSha256: string
  /** By ID: the thread of each comment, and whether it is resolved. */
  comments: Record<string, { inReplyTo?: string; isResolved: boolean }>
  /** By ID; left out while there was none. */
  proposals?: Record<string, { by: string; status: Exclude<ProposalStatus, 'closed'> }>
  packageSha256: string | null
  /** Released as soon as it is sealed. */
  isCleared: boolean
  isSealed: boolean
  /** What it sent back has returned, or a court has sent back what it decided: the case is decided again. */
  isBehind?: true
}

export type WorkProductsState = {
  products: Record<string, Product>
  /** The open tasks of the case, for who holds what. */
  tasks: HeldTask[]
  /** The case that goes on with a substitute in place of this one. */
  substitutedBy?: string | undefined
}

export const workProductEventTypes: readonly EventType[] = [
  ...(Object.keys(events) as (keyof typeof events)[]),
  ...(Object.keys(proposalEvents) as (keyof typeof proposalEvents)[]),
  'remand.returned',
  'remand.received',
  ...heldTaskEvents,
  'case.linked',
]

export const isBeingWritten = (status: WorkProductStatus) => status === 'draft' || status === 'inReview'
export const isInForce = (status: WorkProductStatus) => status === 'signed' || status === 'released'

/** Whether the next decision waits for it to be recalled. */
export const isLatest = ({ status, isBehind }: Product) => isInForce(status) && !isBehind

export function evolve(state: WorkProductsState, event: Recorded): WorkProductsState {
  const changed = (workProductId: string, change: Partial<Product>): WorkProductsState => {
    const product = state.products[workProductId]
    if (!product) return state
    return { ...state, products: { ...state.products, [workProductId]: { ...product, ...change } } }
  }
  const settled = (isResolved: boolean, { workProductId, commentId }: OfComment) => {
    const comments = state.products[workProductId]?.comments ?? {}
    const settledOne = { ...comments[commentId], isResolved }
    return changed(workProductId, { comments: { ...comments, [commentId]: settledOne } })
  }
  const proposed = (workProductId: string, proposalId: string, one: Proposal) => {
    const proposals = { ...state.products[workProductId]?.proposals, [proposalId]: one }
    return changed(workProductId, { proposals })
  }
  const answered = ({ workProductId, proposalId }: OfProposal, status: Proposal['status']) => {
    const by = state.products[workProductId]?.proposals?.[proposalId]?.by ?? ''
    return proposed(workProductId, proposalId, { by, status })
  }
  switch (event.type) {
    case 'case.linked': {
      const { kind, direction, caseId } = event.data
      return kind === 'substitution' && direction === 'to' ? { ...state, substitutedBy: caseId } : state
    }
    case 'workProduct.drafted': {
      const { workProductId, version, title, contentSha256 } = event.data
      const product: Product = {
        status: 'draft',
        version,
        title,
        contentSha256,
        comments: {},
        packageSha256: null,
        isCleared: false,
        isSealed: false,
      }
      return { ...state, products: { ...state.products, [workProductId]: product } }
    }
    case 'workProduct.saved': {
      const { workProductId, version, title, contentSha256 } = event.data
      return changed(workProductId, { version, title, contentSha256 })
    }
    case 'workProduct.submitted':
      return changed(event.data.workProductId, { status: 'inReview' })
    case 'workProduct.returned':
      return changed(event.data.workProductId, { status: 'draft' })
    case 'workProduct.reinstated':
      return changed(event.data.workProductId, { status: event.data.status })
    case 'workProduct.discarded':
      return changed(event.data.workProductId, { status: 'discarded' })
    case 'workProduct.commented': {
      const { workProductId, commentId, inReplyTo } = event.data
      const made = { ...(inReplyTo === undefined ? {} : { inReplyTo }), isResolved: false }
      const comments = { ...state.products[workProductId]?.comments, [commentId]: made }
      return changed(workProductId, { comments })
    }
    case 'workProduct.commentResolved':
      return settled(true, event.data)
    case 'workProduct.commentReopened':
      return settled(false, event.data)
    case 'workProduct.proposed': {
      const { workProductId, proposalId } = event.data
      return proposed(workProductId, proposalId, { by: authorOf(event).id, status: 'open' })
    }
    case 'workProduct.proposalAccepted':
      return answered(event.data, 'accepted')
    case 'workProduct.proposalRejected':
      return answered(event.data, 'rejected')
    case 'workProduct.proposalWithdrawn':
      return answered(event.data, 'withdrawn')
    case 'workProduct.signed':
      return changed(event.data.workProductId, {
        status: 'signed',
        packageSha256: event.data.packageSha256,
      })
    case 'workProduct.cleared':
      return changed(event.data.workProductId, { isCleared: true })
    case 'workProduct.released':
      return changed(event.data.workProductId, { status: 'released' })
    case 'workProduct.recalled':
      return changed(event.data.workProductId, { status: 'recalled' })
    case 'workProduct.sealed':
      return changed(event.data.workProductId, { isSealed: true })
    case 'remand.returned':
    case 'remand.received':
      return behind(state)
    default:
      return { ...state, tasks: heldAfter(state.tasks, event) }
  }
}

function behind(state: WorkProductsState): WorkProductsState {
  const products = Object.entries(state.products).map(([id, product]) => [
    id,
    product.status === 'released' ? { ...product, isBehind: true as const } : product,
  ])
  return { ...state, products: Object.fromEntries(products) }
}

type Proposal = NonNullable<Product['proposals']>[string]
type OfProposal = { workProductId: string; proposalId: string }
type OfComment = { workProductId: string; commentId: string }
