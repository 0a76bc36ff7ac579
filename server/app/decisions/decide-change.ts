import type { Profile } from '@portico/contract/profile'
import { refuseOnClosed } from '../../core/closed-case.ts'
import { refuseUnlessEditable, workProducts } from '../../core/decision/work-product.ts'
import { type Context, Refusal, workerIn } from '../../core/kernel/decider.ts'
import { msBetween } from '../../core/time/moments.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { type KnownProfile, type Request, refuseStale } from '../engine/execute.ts'
import { refuseInterested } from '../work/assignees.ts'
import type { Known } from './known-drafts.ts'
import { answerOf, type Changes, rebaseChange } from './rebase-change.ts'

/** Who writes, and whether a review is theirs. */
export type EditRequest = { request: Request; mayEditInReview: boolean }

export type DecidedChange = Awaited<ReturnType<DecideChange>>
export type DecideChange = ReturnType<typeof createDecideChange>

const interestsHoldMs = 60_000

/** What a change of a draft comes to, by what is known of the draft. */
export function createDecideChange({ db, knownProfile }: { db: Database; knownProfile: KnownProfile }) {
  const refuseOthers = async (target: DraftTarget, edit: EditRequest, now: Known, profile: Profile) => {
    const { request, mayEditInReview } = edit
    const { idempotency: _, ...call } = request
    const context: Context = { ...call, profile }
    const product = Object.hasOwn(now.state.products, target.workProductId)
      ? now.state.products[target.workProductId]
      : undefined
    if (!product) throw new Refusal('notFound', 'There is no such work product in this case.')
    const command = { caseId: target.caseId, type: 'save' }
    if (now.closed)
      refuseOnClosed(workProducts, command, { actor: request.actor, profile, closed: now.closed })
    refuseUnlessEditable(product, { tasks: now.state.tasks, context }, mayEditInReview)
    const lookedUp = now.free.get(workerIn(request).id)
    if (lookedUp && Math.abs(msBetween(lookedUp, request.at)) < interestsHoldMs) return
    await refuseInterested(db, { command, context })
    now.free.set(workerIn(request).id, request.at)
  }

  return async (tx: Queryable, target: DraftTarget, edit: EditRequest, asked: Changes, now: Known) => {
    const { number, profile } = knownProfile()
    const { request } = edit
    refuseStale(request, now.caseVersion)
    await refuseOthers(target, edit, now, profile)
    const made = await rebaseChange(tx, target, asked, { ...now, at: request.at, profile })
    const { revision, version } = now.draft
    const by = request.onBehalfOf ?? request.actor
    const change = { version, operations: made.operations, by, at: request.at }
    const next = made.operations.length > 0 ? revision + 1 : revision
    return { change, text: made.text, answer: answerOf(now.draft, next, made), profile: number }
  }
}
