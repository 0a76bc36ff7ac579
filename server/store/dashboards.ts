import { hash } from 'node:crypto'
import type { Queryable } from './db.ts'

export type StoredDashboard = {
  id: string
  from: string
  title: string
  suggestedRoles: string[]
  roles: string[]
  savedAt: Date
  version: number
}

export type PushedDashboard = {
  binding: string
  dashboardId: string
  title: string
  suggestedRoles: readonly string[]
  spec: unknown
  toldAt: Date
  savedAt: Date
}

/** Tools choose their own IDs, so two may use the same. */
export const idOfDashboard = (binding: string, dashboardId: string) =>
  `dash_${hash('sha256', JSON.stringify([binding, dashboardId])).slice(0, 26)}`

/** Replaces the dashboard of the same ID unless that is newer; its roles stay. */
export async function keepDashboard(tx: Queryable, pushed: PushedDashboard): Promise<void> {
  await tx.rows(
    `insert into dashboards as known (id, binding, dashboard_id, title, suggested_roles, spec, told_at, saved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (binding, dashboard_id) do update set title = excluded.title,
       suggested_roles = excluded.suggested_roles, spec = excluded.spec, told_at = excluded.told_at,
       saved_at = excluded.saved_at
     where known.told_at <= excluded.told_at`,
    [
      idOfDashboard(pushed.binding, pushed.dashboardId),
      pushed.binding,
      pushed.dashboardId,
      pushed.title,
      pushed.suggestedRoles,
      JSON.stringify(pushed.spec),
      pushed.toldAt,
      pushed.savedAt,
    ],
  )
}

const columns = `id, binding as "from", title, suggested_roles as "suggestedRoles", roles, saved_at as "savedAt", version`

/** By title; all if `roles` is undefined. */
export async function listStoredDashboards(
  db: Queryable,
  roles: readonly string[] | undefined,
): Promise<StoredDashboard[]> {
  return db.rows<StoredDashboard>(
    `select ${columns} from dashboards where $1::text[] is null or roles && $1 order by title, id`,
    [roles ?? null],
  )
}

export async function findStoredDashboard(
  db: Queryable,
  id: string,
): Promise<(StoredDashboard & { spec: Record<string, unknown> }) | undefined> {
  const [row] = await db.rows<StoredDashboard & { spec: Record<string, unknown> }>(
    `select ${columns}, spec from dashboards where id = $1`,
    [id],
  )
  return row
}

/** Raises the version; false if that is not the expected one. */
export async function setRolesOfDashboard(
  db: Queryable,
  id: string,
  {
    roles,
    by,
    at,
    expectedVersion,
  }: { roles: readonly string[]; by: string; at: Date; expectedVersion?: number | undefined },
): Promise<boolean> {
  const rows = await db.rows(
    `update dashboards set roles = $2, roles_set_by = $3, roles_set_at = $4, version = version + 1
     where id = $1 and ($5::int is null or version = $5) returning 1`,
    [id, roles, by, at, expectedVersion ?? null],
  )
  return rows.length > 0
}

export async function removeStoredDashboard(db: Queryable, id: string): Promise<boolean> {
  return (await db.rows(`delete from dashboards where id = $1 returning 1`, [id])).length > 0
}
