import type { Queryable } from './db.ts'
import type { BindingName } from './obligations.ts'

/** Somebody wants a binding to be called now, however long it was to be left alone; every process looks for it. */
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

/** Where a binding is told something else than before, what waits for it does not wait any longer. */
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
