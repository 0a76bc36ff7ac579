import type { EventType } from '@portico/contract/events'
import { type ProposalStatus, events as proposalEvents } from '@portico/contract/proposals'
import { events, type WorkProductStatus } from '@portico/contract/work-products'
import { authorOf, type Recorded } from '../kernel/decider.ts'
import { type HeldTask, heldTaskEvents, tasksAfter } from '../work/held-tasks.ts'

export type Product = {
  status: WorkProductStatus
  version: number
  title: string
  contentSha256: string
  /** By ID. */
  comments: Record<string, { inReplyTo?: string; isResolved: boolean }>
  /** By ID; absent until the first one. */
  proposals?: Record<string, { by: string; status: Exclude<ProposalStatus, 'closed'> }>
  packageSha256: string | null
  /** Will be released as soon as it is sealed. */
  isCleared: boolean
  isSealed: boolean
  /** The case is being decided again, after a return from remand or a remand by a court. */
  isBehind?: true
}

export type WorkProductsState = {
  products: Record<string, Product>
  /** The open tasks of the case, which determine its holders. */
  tasks: HeldTask[]
  /** The case that continues this one with a substitute. */
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

export const isUnfinished = (status: WorkProductStatus) => status === 'draft' || status === 'inReview'
export const isInForce = (status: WorkProductStatus) => status === 'signed' || status === 'released'

/** Whether the next decision requires this one to be recalled first. */
export const isLatest = ({ status, isBehind }: Product) => isInForce(status) && !isBehind

export function evolve(state: WorkProductsState, event: Recorded): WorkProductsState {
  const withChange = (workProductId: string, change: Partial<Product>): WorkProductsState => {
    const product = state.products[workProductId]
    if (!product) return state
    return { ...state, products: { ...state.products, [workProductId]: { ...product, ...change } } }
  }
  const withResolution = (isResolved: boolean, { workProductId, commentId }: OfComment) => {
    const comments = state.products[workProductId]?.comments ?? {}
    const comment = { ...comments[commentId], isResolved }
    return withChange(workProductId, { comments: { ...comments, [commentId]: comment } })
  }
  const withProposal = (workProductId: string, proposalId: string, proposal: Proposal) => {
    const proposals = { ...state.products[workProductId]?.proposals, [proposalId]: proposal }
    return withChange(workProductId, { proposals })
  }
  const withAnswer = ({ workProductId, proposalId }: OfProposal, status: Proposal['status']) => {
    const by = state.products[workProductId]?.proposals?.[proposalId]?.by ?? ''
    return withProposal(workProductId, proposalId, { by, status })
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
      return withChange(workProductId, { version, title, contentSha256 })
    }
    case 'workProduct.submitted':
      return withChange(event.data.workProductId, { status: 'inReview' })
    case 'workProduct.returned':
      return withChange(event.data.workProductId, { status: 'draft' })
    case 'workProduct.reinstated':
      return withChange(event.data.workProductId, { status: event.data.status })
    case 'workProduct.discarded':
      return withChange(event.data.workProductId, { status: 'discarded' })
    case 'workProduct.commented': {
      const { workProductId, commentId, inReplyTo } = event.data
      const comment = { ...(inReplyTo === undefined ? {} : { inReplyTo }), isResolved: false }
      const comments = { ...state.products[workProductId]?.comments, [commentId]: comment }
      return withChange(workProductId, { comments })
    }
    case 'workProduct.commentResolved':
      return withResolution(true, event.data)
    case 'workProduct.commentReopened':
      return withResolution(false, event.data)
    case 'workProduct.proposed': {
      const { workProductId, proposalId } = event.data
      return withProposal(workProductId, proposalId, { by: authorOf(event).id, status: 'open' })
    }
    case 'workProduct.proposalAccepted':
      return withAnswer(event.data, 'accepted')
    case 'workProduct.proposalRejected':
      return withAnswer(event.data, 'rejected')
    case 'workProduct.proposalWithdrawn':
      return withAnswer(event.data, 'withdrawn')
    case 'workProduct.signed':
      return withChange(event.data.workProductId, {
        status: 'signed',
        packageSha256: event.data.packageSha256,
      })
    case 'workProduct.cleared':
      return withChange(event.data.workProductId, { isCleared: true })
    case 'workProduct.released':
      return withChange(event.data.workProductId, { status: 'released' })
    case 'workProduct.recalled':
      return withChange(event.data.workProductId, { status: 'recalled' })
    case 'workProduct.sealed':
      return withChange(event.data.workProductId, { isSealed: true })
    case 'remand.returned':
    case 'remand.received':
      return markBehind(state)
    default:
      return { ...state, tasks: tasksAfter(state.tasks, event) }
  }
}

function markBehind(state: WorkProductsState): WorkProductsState {
  const products = Object.entries(state.products).map(([id, product]) => [
    id,
    product.status === 'released' ? { ...product, isBehind: true as const } : product,
  ])
  return { ...state, products: Object.fromEntries(products) }
}

type Proposal = NonNullable<Product['proposals']>[string]
type OfProposal = { workProductId: string; proposalId: string }
type OfComment = { workProductId: string; commentId: string }
