import { setImmediate } from 'node:timers/promises'
import type { Action } from '@portico/contract/actions'
import type { Comment, WorkProductAction, WorkProductContent } from '@portico/contract/work-products'
import { commentNow } from '../../core/decision/comment-place.ts'
import { outlineOf } from '../../core/decision/outline.ts'
import { productOffers } from '../../core/decision/product-offers.ts'
import { workProducts } from '../../core/decision/work-product.ts'
import type { WorkProductsState } from '../../core/decision/work-product-state.ts'
import { type Call, type Decider, fold, Refusal } from '../../core/kernel/decider.ts'
import type { WorkState } from '../../core/work/state.ts'
import { work } from '../../core/work/work.ts'
import { listIssues } from '../../projections/issues.ts'
import { listComments, type StoredComment } from '../../projections/work-product-comments.ts'
import {
  asSummary,
  listVersions,
  listWorkProducts,
  type WorkProductFacts,
} from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { loadState } from '../../store/events/load.ts'
import { nameOf } from '../engine/decide-and-react.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { decisive, isInterested } from '../work/assignees.ts'
import { readDraft } from './draft-text.ts'
import { readContent } from './work-product-content.ts'
import { findWrittenIn } from './written-in.ts'

/** Who asks, and which actions their roles allow on the case. */
type Asking = { call: Call; allowed: readonly Action[] }

/** Work products as members read them: the draft with what they may do, its versions, its comments. */
export function openWorkProductReads({
  db,
  profileFor,
  editors,
}: {
  db: Database
  profileFor: ProfileFor
  /** The bindings of the authoring port, by name. */
  editors: readonly string[]
}) {
  const offersOn = async (tx: Queryable, target: DraftTarget, { call, allowed }: Asking) => {
    const { caseId } = target
    const [profile, state, caseWork] = await Promise.all([
      profileFor(tx),
      stateOf(tx, workProducts as Decider<never, WorkProductsState>, caseId),
      stateOf(tx, work as Decider<never, WorkState>, caseId),
    ])
    const context = { ...call, profile }
    const offers = productOffers(target, state, { context, allowed, caseWork })
    if (!(await isInterested(tx, caseId, context))) return offers
    const isFree = (action: WorkProductAction) => !decisive.includes(action)
    return { ...offers, may: offers.may.filter(isFree), override: offers.override.filter(isFree) }
  }

  return {
    list: async (caseId: string) => (await listWorkProducts(db, caseId)).map(asSummary),

    find: (target: DraftTarget, asking: Asking) =>
      consistentRead(db, async (tx) => {
        const [facts, draft, list, actions, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          listIssues(tx, target.caseId),
          offersOn(tx, target, asking),
          profileFor(tx),
        ])
        const writtenIn =
          facts.status === 'draft' && (await findWrittenIn(tx, target.caseId, { profile, editors }))
        const { revision, changed, text } = draft
        const outline = outlineOf(text.content, list, target.workProductId)
        const written = { title: text.title, revision, ...(changed ? { changed } : {}) }
        return {
          ...asSummary(facts),
          ...(writtenIn ? { writtenIn } : {}),
          ...written,
          content: text.content,
          outline,
          actions,
        }
      }),

    async versions(target: DraftTarget, page: { after?: number | undefined; limit: number }) {
      await factsOf(db, target)
      return listVersions(db, target.caseId, target.workProductId, page)
    },

    async version({ caseId, workProductId }: DraftTarget, version: number) {
      const [found] = await listVersions(db, caseId, workProductId, { after: version + 1, limit: 1 })
      if (found?.version !== version) throw new Refusal('notFound', 'There is no such version.')
      return { ...found, content: await contentOf(db, caseId, found.contentSha256) }
    },

    async comments(target: DraftTarget) {
      const [draft, comments] = await consistentRead(db, (tx) =>
        Promise.all([readDraft(tx, target), listComments(tx, target.caseId, target.workProductId)]),
      )
      const shown: Comment[] = []
      for (const comment of comments) {
        shown.push(presented(comment, draft.text.content))
        // To follow words through many long blocks takes long, and others are served meanwhile.
        await setImmediate()
      }
      return shown
    },
  }
}

export async function factsOf(
  tx: Queryable,
  { caseId, workProductId }: DraftTarget,
): Promise<WorkProductFacts> {
  const [facts] = await listWorkProducts(tx, caseId, workProductId)
  if (!facts) throw new Refusal('notFound', 'There is no such work product in this case.')
  return facts
}

async function contentOf(tx: Queryable, caseId: string, sha256: string) {
  const content = await readContent(tx, caseId, sha256)
  if (!content) throw new Refusal('notFound', 'The text of this version was erased.')
  return content
}

async function stateOf<State>(tx: Queryable, decider: Decider<never, State>, caseId: string) {
  const { key, reads } = nameOf(decider, { caseId, type: '' })
  const { snapshot, tail } = await loadState<State>(tx, key, reads, undefined)
  return fold(decider, tail, snapshot ?? decider.initial)
}

/** A comment beside the text as it is now. */
function presented({ on, ...comment }: StoredComment, content: WorkProductContent): Comment {
  const { place } = comment
  return place ? { ...comment, ...commentNow(place, on, content) } : comment
}
