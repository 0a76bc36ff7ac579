import type { ProposalStatus } from '@portico/contract/proposals'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import type { Product } from './work-product-state.ts'

export type ProposalCommand =
  | { type: 'propose'; proposalId: string; base: number; proposalSha256: string }
  /** `accepted`: the proposals that could be applied, with the resulting revisions. */
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

const maxProposals = 2000

export function propose(
  { workProductId, proposalId, base, proposalSha256 }: Of<'propose'>,
  { proposals = {}, version }: Product,
): Fact[] {
  if (Object.hasOwn(proposals, proposalId)) return []
  if (Object.keys(proposals).length >= maxProposals)
    throw new Refusal('stateForbids', `A work product has at most ${maxProposals} proposals.`)
  const data = { workProductId, proposalId, version, base, proposalSha256 }
  return [{ type: 'workProduct.proposed', subject: workProductId, data }]
}

/** Skips proposals that are already accepted. */
export function acceptProposals(
  { workProductId, proposalIds, accepted }: Of<'acceptProposals'>,
  product: Product,
): Fact[] {
  const open = openAmong(product, proposalIds, 'accepted')
  return accepted
    .filter(({ proposalId }) => open.includes(proposalId))
    .map(
      (acceptance): Fact => ({
        type: 'workProduct.proposalAccepted',
        subject: workProductId,
        data: { workProductId, ...acceptance },
      }),
    )
}

export function rejectProposals(
  { workProductId, proposalIds, whySha256 }: Of<'rejectProposals'>,
  product: Product,
): Fact[] {
  const why = whySha256 === undefined ? {} : { whySha256 }
  return openAmong(product, proposalIds, 'rejected').map(
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
  const open = openAmong(product, proposalIds, 'withdrawn')
  for (const proposalId of proposalIds)
    if (product.proposals?.[proposalId]?.by !== onBehalfOf.id)
      throw new Refusal('forbidden', `The proposal ${proposalId} can be withdrawn only by its author.`)
  return open.map(
    (proposalId): Fact => ({
      type: 'workProduct.proposalWithdrawn',
      subject: workProductId,
      data: { workProductId, proposalId },
    }),
  )
}

/** The open ones of the given proposals; refuses any with an answer other than the target status. */
export function openAmong(
  { proposals = {} }: Pick<Product, 'proposals'>,
  proposalIds: readonly string[],
  target: ProposalStatus,
): string[] {
  return proposalIds.filter((proposalId) => {
    const proposal = Object.hasOwn(proposals, proposalId) ? proposals[proposalId] : undefined
    if (!proposal) throw new Refusal('notFound', `There is no proposal ${proposalId} on this work product.`)
    if (proposal.status !== 'open' && proposal.status !== target)
      throw new Refusal(
        'conflict',
        `The proposal ${proposalId} was ${proposal.status}: it can no longer be ${target}.`,
      )
    return proposal.status === 'open'
  })
}
