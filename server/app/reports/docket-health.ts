import type { Profile } from '@portico/contract/profile'
import type { ReportColumn, ReportRow } from '@portico/contract/reports'
import type { BrokenInvariant } from '../../projections/broken-invariants.ts'
import type { Queryable } from '../../store/db.ts'
import { checkDocket } from '../work/docket-check.ts'

/** What must hold after any sequence of commands, by its number. */
const rules: Record<number, string> = {
  1: 'An open task has no close date, and a closed one has.',
  2: 'The parent of an open task is on hold.',
  3: 'At most one exclusive step is open.',
  4: 'At most one open task asks for the same of a session.',
  5: 'An open case has a task that is not on hold, or a hold with a date.',
  6: 'A closed case has no open tasks but those that outlive it.',
  7: 'No open task belongs to a deactivated member.',
  8: 'No timer is pending for a closed task.',
  9: 'A decided issue has a decision date.',
  10: 'A signed work product never changes.',
  11: 'Every delivery owed has a receipt or an open task.',
}

export const docketHealthColumns: readonly ReportColumn[] = [
  { name: 'invariant', label: 'Number', type: 'integer' },
  { name: 'rule', label: 'Rule', type: 'text' },
  { name: 'broken', label: 'Broken', type: 'integer' },
  { name: 'caseId', label: 'Case', type: 'text' },
  { name: 'subject', label: 'What it is about', type: 'text' },
  { name: 'link', label: 'Where to repair it', type: 'text' },
]

/**
 * Each rule, and where it is broken: at most a hundred of each. A breach is a fault of the service, so all are counted;
 * a case is named only if the reader may see it.
 */
export async function docketHealth(
  tx: Queryable,
  profile: Profile,
  {
    mostSensitivity,
    barredCaseIds,
    workspaceUrl,
  }: { mostSensitivity: number; barredCaseIds: readonly string[]; workspaceUrl: string },
): Promise<ReportRow[]> {
  const broken = await checkDocket(tx, profile)
  const visible = await tx.rows<{ case_id: string }>(
    `select case_id from case_work
     where case_id = any($1::text[]) and sensitivity <= $2 and case_id <> all($3::text[])`,
    [[...new Set(broken.map(({ caseId }) => caseId))], mostSensitivity, barredCaseIds],
  )
  const seen = new Set(visible.map(({ case_id }) => case_id))
  return Object.entries(rules).flatMap(([number, rule]): ReportRow[] => {
    const invariant = Number(number)
    const breaches = broken.filter((one) => one.invariant === invariant)
    const of = { invariant, rule, broken: breaches.length }
    const named = breaches.filter(({ caseId }) => seen.has(caseId))
    if (named.length === 0) return [{ ...of, caseId: null, subject: null, link: null }]
    return named.map(({ caseId, subject }: BrokenInvariant) => ({
      ...of,
      caseId,
      subject,
      link: `${workspaceUrl}cases/${caseId}`,
    }))
  })
}
