import type { Occasion, RuleStep } from '@portico/contract/profile'
import type { Recorded } from '../kernel/decider.ts'

export type Trigger = Recorded & { id: string; onBehalfOf?: Recorded['actor']; causationId?: string }

/** Whether an event matches an occasion of the profile. */
export function matches(
  { on, do: steps = [] }: { on: Occasion; do?: readonly RuleStep[] },
  trigger: Trigger,
): boolean {
  const closes = steps.some((step) => 'close' in step)
  const { event, task, outcome, timer, where = {} } = on
  if (event !== trigger.type) return false
  const data = (trigger.data ?? {}) as Record<string, unknown>
  if (task && !task.includes(String(data.type))) return false
  if (outcome && !outcome.includes(String(data.outcome))) return false
  if (timer !== undefined && data.name !== timer && data.deadline !== timer) return false
  // Mail about part of a case does not close the case.
  const isPartial = data.scope !== undefined && data.scope !== 'case'
  if (isPartial && where.scope === undefined && closes) return false
  return Object.entries(where).every(([field, value]) =>
    Array.isArray(value) ? value.includes(String(data[field])) : data[field] === value,
  )
}
