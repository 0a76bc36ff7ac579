import type { Queryable } from '../../store/db.ts'
import { addJobs } from '../../store/jobs.ts'

/** Queues every missing file again, after failures that outlasted their retries. */
export async function resumeSealing(db: Queryable): Promise<void> {
  const missing = await db.rows<{ caseId: string; workProductId: string }>(
    `select case_id as "caseId", work_product_id as "workProductId" from work_products
     where package_sha256 is not null and sealed_sha256 is null`,
  )
  await addJobs(
    db,
    missing.map(({ caseId, workProductId }) => ({
      name: 'sealDecision',
      key: `${caseId} ${workProductId}`,
      payload: { caseId, workProductId },
    })),
  )
}
