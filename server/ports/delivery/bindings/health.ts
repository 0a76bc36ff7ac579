import type { PortError } from '@portico/contract/ports/kit'
import type { Database } from '../../../store/db.ts'
import type { Binding } from './binding.ts'

/** How a binding stands, written down now and then for whoever asks in any process. */
export type BindingHealth = {
  opened(supports: readonly string[]): void
  succeeded(now: Date): void
  /** The other side was there when it was asked. */
  checked(now: Date): void
  /** It was called in vain; whoever calls it says whether it is called less often by now. */
  failed(now: Date, error: PortError, pausedUntil?: Date | null): void
  /** It was not there when it was asked. */
  checkFailed(now: Date, error: PortError): void
  /** Writes what is not written yet. */
  flush(): Promise<void>
}

const everyMs = 1000

export function keepHealth(
  db: Database,
  { served, name }: Binding,
  onFault: (error: unknown) => void,
): BindingHealth {
  let change: Record<string, unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const row = change
    change = undefined
    if (row) writing = writing.then(() => save(db, served.port.name, name, row)).catch(onFault)
    return writing
  }
  const note = (what: Record<string, unknown>) => {
    change = { ...change, ...what }
    timer ??= setTimeout(write, everyMs)
  }
  return {
    opened: (supports) => note({ supports, isOpen: true }),
    checked: (now) => note({ checkedAt: now }),
    succeeded: (now) => note({ lastSuccessAt: now, pausedUntil: null }),
    failed: (now, error, pausedUntil) =>
      note({
        ...failure(now, error),
        callFailedAt: now,
        ...(pausedUntil === undefined ? {} : { pausedUntil }),
      }),
    checkFailed: (now, error) => note(failure(now, error)),
    flush: write,
  }
}

const failure = (now: Date, { code, message }: PortError) => ({
  lastFailureAt: now,
  code,
  error: message.slice(0, 500),
})

async function save(
  db: Database,
  port: string,
  binding: string,
  row: Record<string, unknown>,
): Promise<void> {
  await db.rows(
    `insert into port_bindings as b (port, binding, supports, is_open, last_success_at, last_failure_at,
       last_error_code, last_error, paused_until, checked_at, call_failed_at)
     select $1, $2, array(select jsonb_array_elements_text(said->'supports')), coalesce((said->>'isOpen')::boolean, false),
       (said->>'lastSuccessAt')::timestamptz, (said->>'lastFailureAt')::timestamptz, said->>'code', said->>'error',
       (said->>'pausedUntil')::timestamptz, (said->>'checkedAt')::timestamptz, (said->>'callFailedAt')::timestamptz
     from (select $3::jsonb as said) s
     on conflict (port, binding) do update set
       supports = case when $3::jsonb ? 'supports' then excluded.supports else b.supports end,
       is_open = case when $3::jsonb ? 'isOpen' then excluded.is_open else b.is_open end,
       last_success_at = coalesce(excluded.last_success_at, b.last_success_at),
       checked_at = coalesce(excluded.checked_at, b.checked_at),
       call_failed_at = coalesce(excluded.call_failed_at, b.call_failed_at),
       last_failure_at = coalesce(excluded.last_failure_at, b.last_failure_at),
       last_error_code = coalesce(excluded.last_error_code, b.last_error_code),
       last_error = coalesce(excluded.last_error, b.last_error),
       paused_until = case when $3::jsonb ? 'pausedUntil' then excluded.paused_until else b.paused_until end`,
    [port, binding, JSON.stringify(row)],
  )
}
