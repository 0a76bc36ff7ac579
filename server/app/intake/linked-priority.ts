import { priority } from '../../core/work/priority.ts'
import { work } from '../../core/work/work.ts'
import { findPriority } from '../../projections/priority.ts'
import type { Queryable } from '../../store/db.ts'
import { readRemands } from '../decisions/read-remands.ts'
import { type LinkedCase, unlessRefused } from './linked-case.ts'

export async function bringForward(linked: LinkedCase): Promise<void> {
  const { db, execute, caseId, linkedCaseId, shared, call } = linked
  const { kind, isCourtRemand, why } = shared
  if (isCourtRemand) {
    await execute(priority, call(), { type: 'courtRemand', caseId: linkedCaseId, why }, () => null)
  }
  const { advanced = [], isCourtRemand: wasCourtRemand } = (await findPriority(db, caseId)) ?? {}
  if (kind === 'substitution') {
    // It keeps its rank, but for what was granted to the person who died.
    if (wasCourtRemand)
      await execute(priority, call(), { type: 'courtRemand', caseId: linkedCaseId, why }, () => null)
    return
  }
  if (kind === 'split' && wasCourtRemand && (await isOfCourt(linked))) {
    const command = { type: 'courtRemand' as const, caseId: linkedCaseId, why }
    await execute(priority, call(), command, () => null)
  }
  for (const reason of advanced) {
    const granted = { reason, granted: true, why: 'It was granted on the case that this one comes from.' }
    const command = { type: 'ruleOnMotion' as const, caseId: linkedCaseId, ...granted }
    // Age is assessed again, and a reason may have left the profile.
    await execute(priority, call(), command, () => null).catch(unlessRefused)
  }
}

/** Whether a court's remand is about what was split off. */
async function isOfCourt({ db, linkedCaseId }: LinkedCase): Promise<boolean> {
  return (await readRemands(db, linkedCaseId)).remands.some((remand) => remand.kind === 'court')
}

export async function putOnDocket({
  db,
  execute,
  caseId,
  linkedCaseId,
  shared,
  call,
}: LinkedCase): Promise<void> {
  const [from, to] = [await docketOf(db, caseId), await docketOf(db, linkedCaseId)]
  if (!from || to) return
  const command = {
    type: 'docket' as const,
    caseId: linkedCaseId,
    docket: from.docket,
    ...(shared.kind === 'split' ? {} : { docketDate: from.docketDate }),
    findings: [],
    mayOverride: true,
  }
  await execute(work, call(), command, () => null).catch(unlessRefused)
}

async function docketOf(
  db: Queryable,
  caseId: string,
): Promise<{ docket: string; docketDate: string } | undefined> {
  const [row] = await db.rows<{ docket: string; docketDate: string }>(
    `select docket, docket_date::text as "docketDate" from case_work where case_id = $1 and docket is not null`,
    [caseId],
  )
  return row
}
