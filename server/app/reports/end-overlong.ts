import type { Database } from '../../store/db.ts'
import { reportingRole, restoreReportingRole } from '../../store/reporting-role.ts'

const everyMs = 10_000

/** With some time beyond what the role's sessions begin with, so that PostgreSQL is the first to end it. */
const limits = { cancelledMs: 35_000, endedMs: 70_000, transactionMs: 600_000 }

/**
 * A session of the role may raise its own time limits: PostgreSQL cannot forbid it. A statement that exceeds them is
 * cancelled here; a session that does not let go, or keeps a transaction open, is ended. Returns how many.
 */
export async function endOverlong(
  db: Database,
  { cancelledMs, endedMs, transactionMs } = limits,
): Promise<number> {
  const rows = await db.rows<{ ended: boolean }>(
    `select case
       when xact_start < now() - $4 * interval '1 millisecond' or query_start < now() - $3 * interval '1 millisecond'
       then pg_terminate_backend(pid) else pg_cancel_backend(pid) end as ended
     from pg_stat_activity
     where usename = $1 and datname = current_database() and (
       xact_start < now() - $4 * interval '1 millisecond' or
       state = 'active' and query_start < now() - $2 * interval '1 millisecond')`,
    [reportingRole, cancelledMs, endedMs, transactionMs],
  )
  return rows.filter(({ ended }) => ended).length
}

/** Also keeps the role from changing itself. */
export function keepEndingOverlong(
  db: Database,
  {
    password,
    onFailure,
    onRestored,
  }: {
    password: string | undefined
    onFailure: (error: unknown) => void
    onRestored: () => void
  },
) {
  let under = Promise.resolve()
  const look = async () => {
    await endOverlong(db)
    if (await restoreReportingRole(db, { password })) onRestored()
  }
  const timer = setInterval(() => {
    under = under.then(look).catch(onFailure)
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await under
    },
  }
}
