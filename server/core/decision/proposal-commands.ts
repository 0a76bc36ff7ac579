import type { ProposalStatus } from '@portico/contract/proposals'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import type { Product } from './work-product-state.ts'

export type ProposalCommand =
  | { type: 'propose'; proposalId: string; base: number; proposalSha256: string }
  /** `accepted`: those that the text took, each with the revision that it became. */
  | {
      type: 'acceptProposals'
      proposalIds: readonly string[]
      accepted: readonly { proposalId: string; revision: number }[]
      mayEditInReview: boolean
    }
  | {
      type: 'rejectProposals'
      proposalIds: readonly string[]
      whySha256?: string
      mayEditInReview: boolean
    }
  | { type: 'withdrawProposals'; proposalIds: readonly string[] }

type Of<Type extends ProposalCommand['type']> = { workProductId: string } & ProposalCommand & { type: Type }

const mostProposals = 2000

export function propose(
  { workProductId, proposalId, base, proposalSha256 }: Of<'propose'>,
  { proposals = {}, version }: Product,
): Fact[] {
  if (Object.hasOwn(proposals, proposalId)) return []
  if (Object.keys(proposals).length >= mostProposals)
    throw new Refusal('stateForbids', `A work product has at most ${mostProposals} proposals.`)
  const data = { workProductId, proposalId, version, base, proposalSha256 }
  return [{ type: 'workProduct.proposed', subject: workProductId, data }]
}

/** What was accepted before is not accepted twice. */
export function acceptProposals(
  { workProductId, proposalIds, accepted }: Of<'acceptProposals'>,
  product: Product,
): Fact[] {
  const open = stillOpen(product, proposalIds, 'accepted')
  return accepted
    .filter(({ proposalId }) => open.includes(proposalId))
    .map(
      (one): Fact => ({
        type: 'workProduct.proposalAccepted',
        subject: workProductId,
        data: { workProductId, ...one },
      }),
    )
}

export function rejectProposals(
  { workProductId, proposalIds, whySha256 }: Of<'rejectProposals'>,
  product: Product,
): Fact[] {
  const why = whySha256 === undefined ? {} : { whySha256 }
  return stillOpen(product, proposalIds, 'rejected').map(
    (proposalId): Fact => ({
      type: 'workProduct.proposalRejected',
      subject: workProductId,
      data: { workProductId, proposalId, ...why },
    }),
  )
}

export function withdrawProposals(
  { workProductId, proposalIds }: Of<'withdrawProposals'>,
  product: Product,
  { actor, onBehalfOf = actor }: Pick<Context, 'actor' | 'onBehalfOf'>,
): Fact[] {
  const open = stillOpen(product, proposalIds, 'withdrawn')
  for (const proposalId of proposalIds)
    if (product.proposals?.[proposalId]?.by !== onBehalfOf.id)
      throw new Refusal(
        'forbidden',
        `The proposal ${proposalId} is not yours: only whoever made it can withdraw it.`,
      )
  return open.map(
    (proposalId): Fact => ({
      type: 'workProduct.proposalWithdrawn',
      subject: workProductId,
      data: { workProductId, proposalId },
    }),
  )
}

/** Of those that are named, the open ones; those that were answered otherwise are refused. */
export function stillOpen(
  { proposals = {} }: Pick<Product, 'proposals'>,
  proposalIds: readonly string[],
  wanted: ProposalStatus,
): string[] {
  return proposalIds.filter((proposalId) => {
    const proposal = Object.hasOwn(proposals, proposalId) ? proposals[proposalId] : undefined
    if (!proposal) throw new Refusal('notFound', `There is no proposal ${proposalId} on this work product.`)
    if (proposal.status !== 'open' && proposal.status !== wanted)
      throw new Refusal(
        'conflict',
        `The proposal ${proposalId} was ${proposal.status}: it can no longer be ${wanted}.`,
      )
    return proposal.status === 'open'
  })
}
