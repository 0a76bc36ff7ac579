import { setImmediate } from 'node:timers/promises'
import type { Profile } from '@portico/contract/profile'
import type { ProposalsAccepted } from '@portico/contract/proposals'
import type { Text } from '../../core/decision/operations.ts'
import { openAmong } from '../../core/decision/proposal-commands.ts'
import { acceptInTurn } from '../../core/decision/proposals.ts'
import {
  refuseUnlessEditable,
  type WorkProductCommand,
  workProducts,
} from '../../core/decision/work-product.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import {
  type KeptProposal,
  listProposals,
  type StoredProposal,
} from '../../projections/work-product-proposals.ts'
import type { Queryable } from '../../store/db.ts'
import { appendChange, beginHead, type DraftTarget } from '../../store/draft-changes.ts'
import type { Execute, Request } from '../engine/execute.ts'
import type { EditRequest } from './decide-change.ts'
import { type Draft, readDraft } from './draft-text.ts'
import { productNow } from './known-drafts.ts'
import { fitnessOn } from './proposal-fitness.ts'

/** Accepts proposals: what they change, and that they are accepted, is one transaction under the lock of the case. */
export const createAcceptProposals =
  ({ execute }: { execute: Execute }) =>
  (
    target: DraftTarget,
    { request, mayEditInReview }: EditRequest,
    proposalIds: readonly string[],
  ): Promise<ProposalsAccepted> => {
    const { caseId } = target
    let answer: ProposalsAccepted | undefined
    const underLock = async (tx: Queryable, profile: Profile): Promise<WorkProductCommand> => {
      const [draft, { tasks, ...product }, stored] = await Promise.all([
        readDraft(tx, target),
        productNow(tx, target),
        listProposals(tx, target, { ids: proposalIds }),
      ])
      const { idempotency: _, ...call } = request
      refuseUnlessEditable(product, { tasks, context: { ...call, profile } }, mayEditInReview)
      const wanted = openAmong(product, proposalIds, 'accepted').map((id) => named(stored, id))
      const { accepted, open } = await acceptBetweenTurns(draft.text, wanted, await fitnessOn(tx, caseId))
      const numbered = await write(tx, target, { draft, accepted, request })
      const left = open.map(({ given, why = '', conflicts }) => ({
        proposalId: given.id,
        why,
        conflicts,
      }))
      const isLeft = new Set(left.map(({ proposalId }) => proposalId))
      answer = {
        revision: numbered.at(-1)?.revision ?? draft.revision,
        version: draft.version,
        accepted: proposalIds.filter((id) => !isLeft.has(id)),
        open: left,
      }
      return { ...target, type: 'acceptProposals', proposalIds, accepted: numbered, mayEditInReview }
    }
    return execute(workProducts, request, { caseId, underLock }, () => answer as ProposalsAccepted)
  }

/** Merging many long blocks takes long: other requests are served in between. */
export async function acceptBetweenTurns<Given extends Parameters<typeof acceptInTurn>[1][number]>(
  before: Text,
  proposals: readonly Given[],
  refuse: Parameters<typeof acceptInTurn>[2],
): Promise<Pick<ReturnType<typeof acceptInTurn<Given>>, 'accepted' | 'open'>> {
  let text = before
  const accepted: ReturnType<typeof acceptInTurn<Given>>['accepted'] = []
  const open: typeof accepted = []
  for (const proposal of proposals) {
    const result = acceptInTurn(text, [proposal], refuse)
    text = result.text
    accepted.push(...result.accepted)
    open.push(...result.open)
    await setImmediate()
  }
  return { accepted, open }
}

/** The changes of accepted proposals, and the revision that each has made. */
async function write(
  tx: Queryable,
  target: DraftTarget,
  {
    draft: { version, revision: before },
    accepted,
    request: { actor, onBehalfOf: by = actor, at },
  }: {
    draft: Draft
    accepted: ReturnType<typeof acceptInTurn<Wanted>>['accepted']
    request: Request
  },
): Promise<{ proposalId: string; revision: number }[]> {
  if (accepted.some(({ operations }) => operations.length > 0)) await beginHead(tx, target, version)
  let revision = before
  const numbered: { proposalId: string; revision: number }[] = []
  for (const { given, operations } of accepted) {
    if (operations.length > 0) {
      revision += 1
      const proposal = { id: given.id, by: given.by }
      await appendChange(tx, target, { version, operations, by, at, proposal })
    }
    numbered.push({ proposalId: given.id, revision })
  }
  return numbered
}

type Wanted = Pick<StoredProposal, 'id' | 'by'> & KeptProposal

function named(stored: readonly StoredProposal[], proposalId: string): Wanted {
  const found = stored.find(({ id }) => id === proposalId)
  if (!found?.kept) throw new Refusal('notFound', `The words of the proposal ${proposalId} were erased.`)
  return { id: found.id, by: found.by, ...found.kept }
}
