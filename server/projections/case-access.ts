import type { Queryable } from '../store/db.ts'

/** What decides who may see a case, and at which version it is: one small question, asked by every request. */
export type CaseAccess = {
  version: number
  sensitivity: number
  /** Members who represent a party of it. */
  representativeIds: readonly string[]
  purgedAt: Date | null
}

export async function findCaseAccess(db: Queryable, caseId: string): Promise<CaseAccess | undefined> {
  const [row] = await db.rows<Omit<CaseAccess, 'representativeIds'>>(
    `select s.version, coalesce(l.level, 0) as sensitivity, s.purged_at as "purgedAt"
     from case_streams s left join case_sensitivity l using (case_id) where s.case_id = $1`,
    [caseId],
  )
  return row && { ...row, representativeIds: [] }
}
