import type { Profile } from '@portico/contract/profile'
import type { WrittenIn } from '@portico/contract/work-products'
import { authorIn } from '../../core/decision/drafting.ts'
import { listHeldTasks } from '../../projections/list-tasks.ts'
import type { Queryable } from '../../store/db.ts'

/** The other editor that the draft of a case is open in: it was opened for whoever writes now. */
export async function findWrittenIn(
  tx: Queryable,
  caseId: string,
  { profile, editors }: { profile: Profile; editors: readonly string[] },
): Promise<WrittenIn | undefined> {
  if (editors.length === 0) return undefined
  const by = authorIn(await listHeldTasks(tx, caseId), profile)
  if (!by) return undefined
  const [row] = await tx.rows<{ binding: string; since: Date; changedAt: Date | null }>(
    `select binding, delivered_at as since, (
       select max(settled_at) from inbound_facts f
       where f.port = 'authoring' and f.binding = o.binding and f.case_id = $1 and f.status = 'applied') as "changedAt"
     from obligations o
     where case_id = $1 and port = 'authoring' and binding = any($2) and call = 'openEditor' and delivered_at is not null
     order by number desc limit 1`,
    [caseId, editors],
  )
  if (!row) return undefined
  const { binding, since, changedAt } = row
  return {
    binding,
    by,
    since: since.toISOString(),
    ...(changedAt === null ? {} : { changedAt: changedAt.toISOString() }),
  }
}
