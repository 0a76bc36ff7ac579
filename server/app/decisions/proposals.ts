import { setImmediate } from 'node:timers/promises'
import type {
  NewProposal,
  Proposal,
  ProposalStatus,
  ProposalsAccepted,
  ProposalsQuery,
  RejectProposals,
} from '@portico/contract/proposals'
import { refuseUnknownIssues } from '../../core/decision/check-text.ts'
import type { Text } from '../../core/decision/operations.ts'
import { operationsBetween } from '../../core/decision/operations-between.ts'
import { openAmong } from '../../core/decision/proposal-commands.ts'
import {
  type AppliedProposal,
  acceptInTurn,
  excerptOf,
  presentProposal,
  sidesOf,
} from '../../core/decision/proposals.ts'
import { rebase } from '../../core/decision/rebase.ts'
import {
  refuseUnlessEditable,
  refuseUnlessUnfinished,
  type WorkProductCommand,
  workProducts,
} from '../../core/decision/work-product.ts'
import { isUnfinished } from '../../core/decision/work-product-state.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import {
  type KeptProposal,
  listProposals,
  type StoredProposal,
} from '../../projections/work-product-proposals.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { appendChange, beginHead, type DraftTarget } from '../../store/draft-changes.ts'
import { keepText } from '../../store/work-product-texts.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { type Draft, readDraft, textOn } from './draft-text.ts'
import { productNow } from './known-drafts.ts'
import { cites, namedOperations } from './named-operations.ts'
import { issuesKnown, refuseTooLarge, refuseTooManyCitations } from './text-limits.ts'
import type { Writing } from './writing.ts'

type Page = { [Name in keyof ProposalsQuery]: ProposalsQuery[Name] | undefined }

const largestProposal = 1024 ** 2

/** Changes of a draft that wait for an answer of whoever writes it. */
export function openProposals({ db, execute }: { db: Database; execute: Execute }) {
  const page = (target: DraftTarget, { status, after, limit }: Page) =>
    consistentRead(db, async (tx) => {
      const [draft, [product]] = await Promise.all([
        readDraft(tx, target),
        listWorkProducts(tx, target.caseId, target.workProductId),
      ])
      const isOpen = product !== undefined && isUnfinished(product.status)
      if (after !== undefined) await refuseUnknownCursor(tx, target, after)
      const stored = await listProposals(tx, target, {
        ...withoutUndefined({ after, statuses: status && storedAs(status, isOpen) }),
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      })
      return { draft, isOpen, stored: stored.slice(0, limit), isMore: stored.length > (limit ?? Infinity) }
    })

  /** All, or a page of them. */
  const list = async (target: DraftTarget, asked: Page = {}) => {
    const { draft, isOpen, stored, isMore } = await page(target, asked)
    const proposals: Proposal[] = []
    for (const one of stored) {
      proposals.push(presented(one, { draft, isOpen }))
      // To merge many long blocks takes long, and others are served meanwhile.
      await setImmediate()
    }
    const last = proposals.at(-1)
    return { revision: draft.revision, proposals, ...(isMore && last ? { next: last.id } : {}) }
  }

  const answer = async (target: DraftTarget, request: Request, command: WorkProductCommand) => {
    await execute(workProducts, request, command, () => null)
    return list(target)
  }

  return {
    list,

    async propose(
      { proposalId, ...target }: DraftTarget & { proposalId: string },
      request: Request,
      { base, operations: given, reason }: NewProposal,
    ): Promise<Proposal> {
      const { caseId, workProductId } = target
      let proposal: Proposal | undefined
      return execute(
        workProducts,
        request,
        {
          caseId,
          underLock: async (tx, profile): Promise<WorkProductCommand> => {
            const [draft, product] = await Promise.all([readDraft(tx, target), productNow(tx, target)])
            refuseUnlessUnfinished(product)
            const text = await textOn(tx, draft, base)
            const { at, actor, onBehalfOf = actor } = request
            const operations = await namedOperations(tx, caseId, given, { base: text, at, profile })
            const made = rebase({ base: text, now: text }, operations)
            if (operationsBetween(text, made.text).length === 0)
              throw new Refusal('invalid', 'operations must change the text: these change nothing.')
            const refuse = await refuseUnfit(tx, caseId)
            refuse(text, made)
            const excerpt = excerptOf(text, operations)
            const kept: KeptProposal = {
              base: excerpt,
              operations,
              ...(reason === undefined ? {} : { reason }),
            }
            if (canonicalJson(kept).length > largestProposal)
              throw new Refusal(
                'invalid',
                `A proposal holds at most ${largestProposal / 1024 ** 2} MiB, with the blocks that it is about.`,
              )
            const proposalSha256 = await keepText(tx, caseId, kept)
            const { version } = draft
            const stored = { id: proposalId, version, base, by: onBehalfOf, at: at.toISOString() }
            proposal = presented({ ...stored, status: 'open', kept }, { draft, isOpen: true })
            return { ...target, type: 'propose', proposalId, base, proposalSha256 }
          },
        },
        ({ state }) => {
          if (!proposal || !state.products[workProductId]) throw new Error('a proposal was made of nothing')
          return proposal
        },
      )
    },

    /** What they change and that they are accepted is one transaction: under the lock, as any change of the text. */
    accept(
      target: DraftTarget,
      { request, mayEditInReview }: Writing,
      proposalIds: readonly string[],
    ): Promise<ProposalsAccepted> {
      const { caseId } = target
      let answer: ProposalsAccepted | undefined
      return execute(
        workProducts,
        request,
        {
          caseId,
          underLock: async (tx, profile): Promise<WorkProductCommand> => {
            const [draft, { tasks, ...product }, stored] = await Promise.all([
              readDraft(tx, target),
              productNow(tx, target),
              listProposals(tx, target, { ids: proposalIds }),
            ])
            const { idempotency: _, ...call } = request
            refuseUnlessEditable(product, { tasks, context: { ...call, profile } }, mayEditInReview)
            const wanted = openAmong(product, proposalIds, 'accepted').map((id) => named(stored, id))
            const { accepted, open } = acceptInTurn(draft.text, wanted, await refuseUnfit(tx, caseId))
            if (accepted.some(({ operations }) => operations.length > 0))
              await beginHead(tx, target, draft.version)
            let { revision } = draft
            const by = request.onBehalfOf ?? request.actor
            const numbered: { proposalId: string; revision: number }[] = []
            for (const { given, operations } of accepted) {
              if (operations.length > 0) {
                revision += 1
                await appendChange(tx, target, {
                  version: draft.version,
                  operations,
                  by,
                  at: request.at,
                  proposal: { id: given.id, by: given.by },
                })
              }
              numbered.push({ proposalId: given.id, revision })
            }
            const left = open.map(({ given, why = '', conflicts }) => ({
              proposalId: given.id,
              why,
              conflicts,
            }))
            const isLeft = new Set(left.map(({ proposalId }) => proposalId))
            answer = {
              revision,
              version: draft.version,
              accepted: proposalIds.filter((id) => !isLeft.has(id)),
              open: left,
            }
            return { ...target, type: 'acceptProposals', proposalIds, accepted: numbered, mayEditInReview }
          },
        },
        () => answer as ProposalsAccepted,
      )
    },

    async reject(
      target: DraftTarget,
      { request, mayEditInReview }: Writing,
      { proposals: proposalIds, why }: RejectProposals,
    ) {
      const { caseId } = target
      await execute(
        workProducts,
        request,
        {
          caseId,
          underLock: async (tx): Promise<WorkProductCommand> => ({
            ...target,
            type: 'rejectProposals',
            proposalIds,
            mayEditInReview,
            ...(why === undefined ? {} : { whySha256: await keepText(tx, caseId, why) }),
          }),
        },
        () => null,
      )
      return list(target)
    },

    withdraw: (target: DraftTarget, request: Request, proposalIds: readonly string[]) =>
      answer(target, request, { ...target, type: 'withdrawProposals', proposalIds }),
  }
}

async function refuseUnknownCursor(tx: Queryable, target: DraftTarget, after: string) {
  const [found] = await listProposals(tx, target, { ids: [after] })
  if (!found) throw new Refusal('invalid', 'after must be the next of a page of these proposals.')
}

/** What is open when its text is not written any more is closed. */
function storedAs(status: ProposalStatus, isOpen: boolean): StoredProposal['status'][] {
  if (status === 'closed') return isOpen ? [] : ['open']
  return status === 'open' && !isOpen ? [] : [status]
}

export type ProposalDesk = ReturnType<typeof openProposals>

type Wanted = Pick<StoredProposal, 'id' | 'by'> & KeptProposal

function named(stored: readonly StoredProposal[], proposalId: string): Wanted {
  const found = stored.find(({ id }) => id === proposalId)
  if (!found?.kept) throw new Refusal('notFound', `The words of the proposal ${proposalId} were erased.`)
  return { id: found.id, by: found.by, ...found.kept }
}

/** Refuses what a text may not be, whoever wrote it. */
async function refuseUnfit(tx: Queryable, caseId: string) {
  const issueIds = await issuesKnown(tx, caseId)
  return (before: Text, made: Pick<AppliedProposal, 'text' | 'operations'>) => {
    if (made.operations.some(cites)) refuseTooManyCitations(made.text)
    refuseUnknownIssues(issueIds, before.content, made.text.content)
    refuseTooLarge(before, made, 0)
  }
}

function presented(
  { kept, status, ...stored }: StoredProposal,
  { draft, isOpen }: { draft: Draft; isOpen: boolean },
): Proposal {
  const said = { ...stored, status: status === 'open' && !isOpen ? ('closed' as const) : status }
  if (!kept) return { ...said, operations: [], blocks: [] }
  const { operations, reason } = kept
  return {
    ...said,
    operations: [...operations],
    ...(reason === undefined ? {} : { reason }),
    ...(said.status === 'open' ? presentProposal(draft.text, kept) : sidesOf(draft.text, kept)),
  }
}
