import { randomBytes } from 'node:crypto'
import type { WorkProductChanged } from '@portico/contract/work-products'
import type { Unkept } from '../../core/decision/work-product.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { msEarlier } from '../../core/time/moments.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { listDueDrafts, settleHead } from '../../store/draft-changes.ts'
import { keepText } from '../../store/work-product-texts.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import type { EditRequest } from './decide-change.ts'
import { type Draft, readDraft } from './draft-text.ts'
import { createChangeUnderLock } from './work-product-changes.ts'

/** Versions of a draft, made of what was changed since the last one. */
export function openDraftVersions({ db, execute }: { db: Database; execute: Execute }) {
  const changeUnderLock = createChangeUnderLock(execute)

  const keep = (
    target: DraftTarget,
    { request, mayEditInReview }: EditRequest,
  ): Promise<WorkProductChanged> =>
    changeUnderLock(request, target, async (tx) => {
      const draft = await readDraft(tx, target)
      const text = await keptText(tx, target, draft)
      return { ...target, type: 'save', baseVersion: draft.version, mayEditInReview, ...text }
    })

  return {
    keep,

    /** The number of the new version; undefined where none can be made now, which leaves the changes as they are. */
    async keepIfAllowed(target: DraftTarget, edit: EditRequest): Promise<number | undefined> {
      try {
        const { workProduct } = await keep(target, { ...edit, request: alone(edit.request) })
        return workProduct.version
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    },

    /** Versions of drafts whose authors have paused. */
    async keepDue(now: Date, signal?: AbortSignal): Promise<void> {
      const failed: unknown[] = []
      for (const { by, ...target } of await listDueDrafts(db, dueSince(now))) {
        if (signal?.aborted) break
        const correlationId = newId('req', now, randomBytes(10))
        const request: Request = { at: now, actor: systemActor, onBehalfOf: by, correlationId }
        await keep(target, { request, mayEditInReview: true }).catch(async (error) => {
          // The others do not wait for it.
          if (!(error instanceof Refusal)) return failed.push(error)
          // It is not written any more: its words stay where they are.
          return settleHead(db, target)
        })
      }
      if (failed.length > 0) throw failed[0]
    },
  }
}

/** The text of a draft, kept for the event of its next version. Under the lock. */
export async function keptText(tx: Queryable, target: DraftTarget, draft: Draft): Promise<Unkept> {
  const { text, pending, contentSha256 } = draft
  const issueIds = text.content.issues.map(({ issueId }) => issueId)
  if (pending === 0) return { title: text.title, contentSha256, issueIds }
  await settleHead(tx, target)
  return { title: text.title, contentSha256: await keepText(tx, target.caseId, text.content), issueIds }
}

/** Since when authors have paused, and since when there was no version. */
const dueSince = (now: Date) => ({
  pausedSince: msEarlier(now, 60_000),
  begunBefore: msEarlier(now, 20 * 60_000),
})

/** The request of what follows from another: what it was asked under is not asked again. */
function alone(asked: Request): Request {
  const { idempotency: _, also: __, refuse: ___, expectedVersion: ____, ...request } = asked
  return request
}
