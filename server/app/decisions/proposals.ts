import type { RejectProposals } from '@portico/contract/proposals'
import { type WorkProductCommand, workProducts } from '../../core/decision/work-product.ts'
import type { Database } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { keepText } from '../../store/work-product-texts.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { createAcceptProposals } from './accept-proposals.ts'
import type { EditRequest } from './decide-change.ts'
import { createPropose } from './make-proposal.ts'
import { createListProposed } from './proposal-list.ts'

export type Proposals = ReturnType<typeof openProposals>

/** Changes of a draft that wait for an answer of whoever writes it. */
export function openProposals({ db, execute }: { db: Database; execute: Execute }) {
  const list = createListProposed({ db })

  return {
    list,
    propose: createPropose({ execute }),
    accept: createAcceptProposals({ execute }),

    async reject(
      target: DraftTarget,
      { request, mayEditInReview }: EditRequest,
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

    async withdraw(target: DraftTarget, request: Request, proposalIds: readonly string[]) {
      const command = { ...target, type: 'withdrawProposals' as const, proposalIds }
      await execute(workProducts, request, command, () => null)
      return list(target)
    },
  }
}
