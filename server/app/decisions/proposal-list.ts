import { setImmediate } from 'node:timers/promises'
import type { Proposal, ProposalStatus, ProposalsQuery } from '@portico/contract/proposals'
import { presentProposal, sidesOf } from '../../core/decision/proposals.ts'
import { isBeingWritten } from '../../core/decision/work-product-state.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { listProposals, type StoredProposal } from '../../projections/work-product-proposals.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { type Draft, readDraft } from './draft-text.ts'

type Page = { [Name in keyof ProposalsQuery]: ProposalsQuery[Name] | undefined }

export type ListProposed = ReturnType<typeof createListProposed>

/** The proposals on a draft, all or a page of them, as they would change the text as it is now. */
export function createListProposed({ db }: { db: Database }) {
  const page = (target: DraftTarget, { status, after, limit }: Page) =>
    consistentRead(db, async (tx) => {
      const [draft, [product]] = await Promise.all([
        readDraft(tx, target),
        listWorkProducts(tx, target.caseId, target.workProductId),
      ])
      const isOpen = product !== undefined && isBeingWritten(product.status)
      if (after !== undefined) await refuseUnknownCursor(tx, target, after)
      const stored = await listProposals(tx, target, {
        ...withoutUndefined({ after, statuses: status && storedAs(status, isOpen) }),
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      })
      return { draft, isOpen, stored: stored.slice(0, limit), isMore: stored.length > (limit ?? Infinity) }
    })

  return async (target: DraftTarget, asked: Page = {}) => {
    const { draft, isOpen, stored, isMore } = await page(target, asked)
    const proposals: Proposal[] = []
    for (const proposal of stored) {
      proposals.push(presentedProposal(proposal, { draft, isOpen }))
      // To merge many long blocks takes long, and others are served meanwhile.
      await setImmediate()
    }
    const last = proposals.at(-1)
    return { revision: draft.revision, proposals, ...(isMore && last ? { next: last.id } : {}) }
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

export function presentedProposal(
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
