import type { Queryable } from './db.ts'

export type BindingName = { port: string; binding: string }

/** Ends the pause of a binding at a person's request; every process checks for it. */
export async function resumeBinding(db: Queryable, { port, binding }: BindingName, at: Date): Promise<void> {
  await db.rows(
    `insert into port_bindings (port, binding, resumed_at) values ($1, $2, $3)
     on conflict (port, binding) do update set resumed_at = excluded.resumed_at, paused_until = null`,
    [port, binding, at],
  )
}

export async function wasResumed(
  db: Queryable,
  { port, binding }: BindingName,
  since: Date,
): Promise<boolean> {
  const rows = await db.rows(
    `select from port_bindings where port = $1 and binding = $2 and resumed_at > $3`,
    [port, binding, since],
  )
  return rows.length > 0
}

/** If the configuration of a binding has changed, its waiting obligations become due. */
export async function configureBinding(
  db: Queryable,
  { port, binding }: BindingName,
  { as, now }: { as: string; now: Date },
): Promise<void> {
  await db.rows(
    `with changed as (
       insert into port_bindings as b (port, binding, configured_as) values ($1, $2, $3)
       on conflict (port, binding) do update set configured_as = excluded.configured_as, paused_until = null
       where b.configured_as is distinct from excluded.configured_as
       returning 1
     )
     update obligations set due_at = $4
     where port = $1 and binding = $2 and status = 'waiting' and due_at > $4 and exists (select from changed)`,
    [port, binding, as, now],
  )
}

/** Records the bindings that a process is configured with. */
export async function seeBindings(db: Queryable, own: readonly BindingName[], now: Date): Promise<void> {
  if (own.length === 0) return
  await db.rows(
    `insert into port_bindings (port, binding, seen_at)
     select port, binding, $2 from json_to_recordset($1) as own (port text, binding text)
     on conflict (port, binding) do update set seen_at = excluded.seen_at`,
    [JSON.stringify(own), now],
  )
}

/** Bindings with open obligations that no process has had since a time. */
export function bindingsLeft(
  db: Queryable,
  own: readonly BindingName[],
  since: Date,
): Promise<BindingName[]> {
  return db.rows<BindingName>(
    `select port, binding
     from (select distinct port, binding from obligations where status in ('waiting', 'sending')) o
     left join port_bindings b using (port, binding)
     where (b.seen_at is null or b.seen_at < $2)
       and not exists (
         select from json_to_recordset($1) as own (port text, binding text)
         where own.port = o.port and own.binding = o.binding)`,
    [JSON.stringify(own), since],
  )
}

export type BindingFigures = BindingName & {
  waiting: number
  failed: number
  oldest: Date | null
  supports: string[] | null
  isOpen: boolean | null
  checkedAt: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  callFailedAt: Date | null
  errorCode: string | null
  error: string | null
  pausedUntil: Date | null
}

/** The state of every binding that was ever used. */
export function readBindings(db: Queryable): Promise<BindingFigures[]> {
  return db.rows<BindingFigures>(
    `select port, binding, coalesce(waiting, 0)::int as waiting, coalesce(failed, 0)::int as failed, oldest, supports,
       is_open as "isOpen", checked_at as "checkedAt", last_success_at as "lastSuccessAt",
       last_failure_at as "lastFailureAt", call_failed_at as "callFailedAt", last_error_code as "errorCode",
       last_error as error, paused_until as "pausedUntil"
     from (
       select port, binding, count(*) filter (where status <> 'failed') as waiting,
         count(*) filter (where status = 'failed') as failed,
         min(created_at) filter (where status <> 'failed') as oldest
       from (
         select port, binding, status, created_at from obligations where status in ('waiting', 'sending')
         union all
         select port, binding, status, created_at from obligations where status = 'failed'
       ) unsettled group by port, binding
     ) o full join port_bindings using (port, binding)`,
  )
}
