import type { NewDisposition, Operation, OperationsApplied } from '@portico/contract/operations'
import type { Profile } from '@portico/contract/profile'
import { refuseUnlessEditable } from '../../core/decision/work-product.ts'
import type { IssueCommand } from '../../core/issue/commands.ts'
import { issues } from '../../core/issue/issue.ts'
import type { Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { appendChange, beginHead } from '../../store/draft-changes.ts'
import type { Execute, Request } from '../engine/execute.ts'
import type { EditRequest } from './decide-change.ts'
import type { Draft } from './draft-text.ts'
import { readDraft } from './draft-text.ts'
import { productNow } from './known-drafts.ts'
import { answerOf, type Changes, rebaseChange, refuseContested } from './rebase-change.ts'
import { isContested } from './text-contested.ts'

/** A change of a draft together with the dispositions of issues: one transaction, under the lock. */
export const createChangeAndDecide =
  ({ execute }: { execute: Execute }) =>
  async (
    target: DraftTarget,
    { request, mayEditInReview }: EditRequest,
    { dispositions, ...asked }: Changes & { dispositions: readonly NewDisposition[] },
  ): Promise<OperationsApplied> => {
    const { caseId } = target
    let answer: OperationsApplied | undefined
    const underLock = async (tx: Queryable, profile: Profile): Promise<IssueCommand> => {
      const [draft, { tasks, ...product }] = await Promise.all([
        readDraft(tx, target),
        productNow(tx, target),
      ])
      const { idempotency: _, ...call } = request
      refuseUnlessEditable(product, { tasks, context: { ...call, profile } }, mayEditInReview)
      const made = await rebaseChange(tx, target, asked, { draft, texts: new Map(), at: request.at, profile })
      if (isContested(made)) throw new Contested(answerOf(draft, draft.revision, { ...made, applied: [] }))
      const isChanged = made.operations.length > 0
      if (isChanged) await append(tx, target, draft, made.operations, request)
      answer = answerOf(draft, draft.revision + (isChanged ? 1 : 0), made)
      return { type: 'decideIssues', caseId, decisions: [...dispositions] }
    }
    return execute(issues, request, { caseId, underLock }, () => answer as OperationsApplied).catch(
      (error) => {
        if (!(error instanceof Contested)) throw error
        if (request.also) refuseContested(error.answer)
        return error.answer
      },
    )
  }

async function append(
  tx: Queryable,
  target: DraftTarget,
  { version }: Draft,
  operations: readonly Operation[],
  { actor, onBehalfOf: by = actor, at }: Request,
) {
  await beginHead(tx, target, version)
  await appendChange(tx, target, { version, operations, by, at })
}

/** Nothing is written where the text is contested: the disposition stands with its words. */
class Contested extends Error {
  readonly answer: OperationsApplied

  constructor(answer: OperationsApplied) {
    super('a block was changed by somebody else')
    this.answer = answer
  }
}
