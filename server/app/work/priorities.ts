import type { RuleOnMotion } from '@portico/contract/priority'
import { Refusal } from '../../core/kernel/decider.ts'
import { priority } from '../../core/work/priority.ts'
import { findPriority } from '../../projections/priority.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'

/** Priority and motions to advance. */
export function openPriorities({ db, execute }: { db: Database; execute: Execute }) {
  return {
    async get(caseId: string) {
      const found = await findPriority(db, caseId)
      if (!found) throw new Refusal('notFound', 'There is no case with this id.')
      return found
    },
    async rule(request: Request, caseId: string, motion: RuleOnMotion) {
      await execute(priority, request, { type: 'ruleOnMotion', caseId, ...motion }, () => null)
    },
  }
}

export type Priorities = ReturnType<typeof openPriorities>
