import type { Comment, NewComment } from '@portico/contract/work-products'
import { commentNow, placeInText } from '../../core/decision/comment-place.ts'
import { type WorkProductCommand, workProducts } from '../../core/decision/work-product.ts'
import { workerIn } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { keepText } from '../../store/work-product-texts.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { readDraft } from './draft-text.ts'
import { mentionsIn, type SeesDrafts } from './mentions.ts'

/** Writes a comment beside the text of a draft, at a place in it or in reply to another, and names the members it mentions. */
export const createComment =
  ({ execute, permissions }: { execute: Execute; permissions: SeesDrafts }) =>
  (
    request: Request,
    { commentId, ...target }: DraftTarget & { commentId: string },
    { text, place: given, mentions: named, inReplyTo }: NewComment,
  ): Promise<Comment> => {
    const { caseId, workProductId } = target
    let placed: Pick<Comment, 'place' | 'mentions' | 'state' | 'now'> = {}
    const underLock = async (tx: Queryable): Promise<WorkProductCommand> => {
      const today = dayOf(request.at)
      const [{ text: now }, mentions] = await Promise.all([
        readDraft(tx, target),
        mentionsIn(tx, caseId, { text, ...(named ? { mentions: named } : {}) }, { permissions, today }),
      ])
      const { place, on } = given ? placeInText(given, now.content) : {}
      const placeSha256 = on && (await keepText(tx, caseId, on))
      const textSha256 = await keepText(tx, caseId, text)
      placed = {
        ...(given && place ? { place: { ...given, ...place }, ...commentNow(place, on, now.content) } : {}),
        ...(mentions.length > 0 ? { mentions } : {}),
      }
      return {
        ...target,
        type: 'comment',
        commentId,
        textSha256,
        ...(place ? { place } : {}),
        ...(placeSha256 === undefined ? {} : { placeSha256 }),
        ...(inReplyTo === undefined ? {} : { inReplyTo }),
        ...(mentions.length > 0 ? { mentions: mentions.map(({ id }) => id) } : {}),
      }
    }
    return execute(workProducts, request, { caseId, underLock }, ({ state }) => ({
      id: commentId,
      version: state.products[workProductId]!.version,
      text,
      ...(inReplyTo === undefined ? {} : { inReplyTo }),
      ...placed,
      by: workerIn(request),
      at: request.at.toISOString(),
    }))
  }
