import type { Profile } from '@portico/contract/profile'
import type { WorkProductChanged } from '@portico/contract/work-products'
import { type WorkProductCommand, workProducts } from '../../core/decision/work-product.ts'
import type { WorkProductsState } from '../../core/decision/work-product-state.ts'
import type { Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import type { Execute, Request } from '../engine/execute.ts'

export type ChangeUnderLock = ReturnType<typeof createChangeUnderLock>

/** For commands with text: it is stored in the transaction of the event that names it. */
export const createChangeUnderLock =
  (execute: Execute) =>
  (
    request: Request,
    { caseId, workProductId }: DraftTarget,
    underLock: (tx: Queryable, profile: Profile) => Promise<WorkProductCommand>,
  ): Promise<WorkProductChanged> =>
    execute(workProducts, request, { caseId, underLock }, ({ state }) => changedProduct(state, workProductId))

export function changedProduct({ products }: WorkProductsState, id: string): WorkProductChanged {
  const { title, status, version, packageSha256 } = products[id]!
  return { workProduct: { id, title, status, version, ...(packageSha256 === null ? {} : { packageSha256 }) } }
}
