import type { Closed } from '../../core/closed-case.ts'
import { applyOperations, type Text } from '../../core/decision/operations.ts'
import { workProducts } from '../../core/decision/work-product.ts'
import type { Product, WorkProductsState } from '../../core/decision/work-product-state.ts'
import { type Decider, fold, Refusal } from '../../core/kernel/decider.ts'
import { closedAs } from '../../projections/case-work.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import {
  type DraftHead,
  type DraftTarget,
  type NewChange,
  readChanges,
  readHead,
} from '../../store/draft-changes.ts'
import { loadState } from '../../store/events/load.ts'
import { onRestore } from '../../store/put-back.ts'
import { nameOf } from '../engine/decide-and-react.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { changedIn, type Draft, readDraft } from './draft-text.ts'

/** A draft, and what decides who may write in it, as of a version of its case. */
export type Known = {
  caseVersion: number
  state: WorkProductsState
  closed: Closed
  draft: Draft
  /** Texts of the last revisions: those that others still write on. */
  texts: Map<number, Text>
  /** Members whose interests were looked up, and when. */
  free: Map<string, Date>
}

const mostKnown = 200
const mostTexts = 16

/** Drafts that were last written in this process: the next change is decided on what is known of them. */
export function rememberDrafts({ db, profileFor }: { db: Database; profileFor: ProfileFor }) {
  const all = new Map<string, Known>()
  onRestore(() => all.clear())

  const remember = ({ workProductId }: DraftTarget, now: Known): Known => {
    all.delete(workProductId)
    all.set(workProductId, now)
    if (all.size > mostKnown) all.delete(all.keys().next().value as string)
    return now
  }

  const known = ({ caseId, workProductId }: DraftTarget): Known | undefined => {
    const found = all.get(workProductId)
    return found?.draft.caseId === caseId ? found : undefined
  }

  /** For a transaction that sees one moment, or has locked the case. */
  const read = async (tx: Queryable, target: DraftTarget): Promise<Known> => {
    const before = known(target)
    const [[stream], { snapshot, tail }, closed, head] = await Promise.all([
      tx.rows<{ version: number }>(`select version from case_streams where case_id = $1`, [target.caseId]),
      loadProducts(tx, target.caseId, before?.caseVersion),
      closedAs(tx, target.caseId),
      readHead(tx, target),
      // So that the profile that is known is the one in force.
      profileFor(tx),
    ])
    if (!stream) throw new Refusal('notFound', 'There is no case with this id.')
    const state = fold(workProducts, tail, before?.state ?? snapshot ?? workProducts.initial)
    const product = Object.hasOwn(state.products, target.workProductId)
      ? state.products[target.workProductId]
      : undefined
    // A version changes no text: what is known of a revision holds whichever version it is in.
    const isFollowed = before && head && before.draft.revision <= head.revision
    const { draft, texts } =
      product && isFollowed && (before.draft.revision > 0 || before.draft.version === product.version)
        ? await followed(tx, target, before, { head, product })
        : { draft: await readDraft(tx, target), texts: new Map<number, Text>() }
    const free = before?.free ?? new Map()
    return { caseVersion: stream.version, state, closed, draft, texts: withText(texts, draft), free }
  }

  return {
    known,
    read,

    load: async (target: DraftTarget): Promise<Known> =>
      remember(target, await consistentRead(db, (tx) => read(tx, target))),

    /** What this process has written itself. */
    follow(target: DraftTarget, now: Known, { by, at }: NewChange, text: Text): void {
      const { revision, pending } = now.draft
      const changed = { by, at: at.toISOString() }
      const draft = { ...now.draft, revision: revision + 1, pending: pending + 1, changed, text }
      remember(target, { ...now, draft, texts: withText(now.texts, draft) })
    },
  }
}

export function loadProducts(tx: Queryable, caseId: string, knownVersion?: number) {
  const { key, reads } = nameOf(workProducts as Decider<never, WorkProductsState>, { caseId, type: '' })
  return loadState<WorkProductsState>(tx, key, reads, knownVersion)
}

/** As it is in the log, with the tasks of its case. For whoever has locked the case. */
export async function productNow(tx: Queryable, { caseId, workProductId }: DraftTarget) {
  const { snapshot, tail } = await loadProducts(tx, caseId)
  const { products, tasks } = fold(workProducts, tail, snapshot ?? workProducts.initial)
  const product = Object.hasOwn(products, workProductId) ? products[workProductId] : undefined
  if (!product) throw new Refusal('notFound', 'There is no such work product in this case.')
  return { ...product, tasks }
}

async function followed(
  tx: Queryable,
  target: DraftTarget,
  { draft: before, texts }: Known,
  { head, product: { version, contentSha256 } }: { head: DraftHead; product: Product },
) {
  const { changed: _, pending: known, ...last } = before
  let draft: Draft = { ...last, version, contentSha256, pending: before.version === version ? known : 0 }
  for (const change of await readChanges(tx, target, { after: before.revision })) {
    const { revision, operations } = change
    const pending = draft.pending + (change.version === version ? 1 : 0)
    draft = { ...draft, revision, pending, text: applyOperations(draft.text, operations) }
    withText(texts, draft)
  }
  return { draft: { ...draft, ...(draft.pending > 0 ? changedIn(head) : {}) }, texts }
}

function withText(texts: Map<number, Text>, { revision, text }: Draft): Map<number, Text> {
  texts.set(revision, text)
  if (texts.size > mostTexts) texts.delete(texts.keys().next().value as number)
  return texts
}
