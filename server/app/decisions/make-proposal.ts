import type { Profile } from '@portico/contract/profile'
import type { NewProposal, Proposal } from '@portico/contract/proposals'
import { operationsBetween } from '../../core/decision/operations-between.ts'
import { excerptOf } from '../../core/decision/proposals.ts'
import { rebase } from '../../core/decision/rebase.ts'
import {
  refuseUnlessWritten,
  type WorkProductCommand,
  workProducts,
} from '../../core/decision/work-product.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import type { KeptProposal } from '../../projections/work-product-proposals.ts'
import type { Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { keepText } from '../../store/work-product-texts.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { readDraft, textOn } from './draft-text.ts'
import { productNow } from './known-drafts.ts'
import { namedOperations } from './named-operations.ts'
import { fitnessOn } from './proposal-fitness.ts'
import { presentedProposal } from './proposal-list.ts'

const largestProposal = 1024 ** 2

/** Proposes a change of a draft, which waits for an answer of whoever writes it. */
export const createPropose =
  ({ execute }: { execute: Execute }) =>
  async (
    { proposalId, ...target }: DraftTarget & { proposalId: string },
    request: Request,
    { base, operations: given, reason }: NewProposal,
  ): Promise<Proposal> => {
    const { caseId, workProductId } = target
    let proposal: Proposal | undefined
    const underLock = async (tx: Queryable, profile: Profile): Promise<WorkProductCommand> => {
      const [draft, product] = await Promise.all([readDraft(tx, target), productNow(tx, target)])
      refuseUnlessWritten(product)
      const text = await textOn(tx, draft, base)
      const { at, actor, onBehalfOf = actor } = request
      const operations = await namedOperations(tx, caseId, given, { base: text, at, profile })
      const made = rebase({ base: text, now: text }, operations)
      if (operationsBetween(text, made.text).length === 0)
        throw new Refusal('invalid', 'operations must change the text: these change nothing.')
      const refuseUnfit = await fitnessOn(tx, caseId)
      refuseUnfit(text, made)
      const kept = { base: excerptOf(text, operations), operations, ...withoutUndefined({ reason }) }
      refuseTooLong(kept)
      const proposalSha256 = await keepText(tx, caseId, kept)
      const { version } = draft
      const stored = { id: proposalId, version, base, by: onBehalfOf, at: at.toISOString() }
      proposal = presentedProposal({ ...stored, status: 'open', kept }, { draft, isOpen: true })
      return { ...target, type: 'propose', proposalId, base, proposalSha256 }
    }
    return execute(workProducts, request, { caseId, underLock }, ({ state }) => {
      if (!proposal || !state.products[workProductId]) throw new Error('a proposal was made of nothing')
      return proposal
    })
  }

function refuseTooLong(kept: KeptProposal) {
  if (canonicalJson(kept).length > largestProposal)
    throw new Refusal(
      'invalid',
      `A proposal holds at most ${largestProposal / 1024 ** 2} MiB, with the blocks that it is about.`,
    )
}
