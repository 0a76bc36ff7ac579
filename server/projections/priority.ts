import type { Priority } from '@portico/contract/priority'
import { dayOf } from '../core/time/moments.ts'
import { ageTimer } from '../core/work/priority.ts'
import type { Queryable } from '../store/db.ts'

/** What brings a case forward, read from the tables of its work and its timers. */
export async function findPriority(db: Queryable, caseId: string): Promise<Priority | undefined> {
  const [row] = await db.rows<{ advanced: string[]; court_remand: boolean; due_at: Date | null }>(
    `select w.advanced, w.court_remand, t.due_at
     from case_work w left join timers t on t.case_id = w.case_id and t.name = $2
     where w.case_id = $1`,
    [caseId, ageTimer],
  )
  if (!row) return undefined
  const { advanced, court_remand: isCourtRemand, due_at: due } = row
  return { advanced, isCourtRemand, ...(due ? { advancedByAgeOn: dayOf(due) } : {}) }
}
