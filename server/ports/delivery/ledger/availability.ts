import type { PortError } from '@portico/contract/ports/kit'
import { msLater } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { forgetFailure } from '../../../store/obligations/claim.ts'
import { type BindingName, wasResumed } from '../../../store/port-bindings.ts'
import type { BindingHealth } from '../bindings/health.ts'
import { askedMs } from './backoff.ts'
import { openBreaker } from './breaker.ts'

export type Availability = ReturnType<typeof openAvailability>

const awayCodes: readonly string[] = ['unavailable', 'timeout', 'unauthorized']

/** Whether the other side of a binding answers: while it does not, the binding is paused. */
export function openAvailability({
  db,
  bindingName,
  health,
}: {
  db: Database
  bindingName: BindingName
  health: BindingHealth
}) {
  const { isOpen, room, pausedUntil, ...breaker } = openBreaker()
  // What a process before this one found failing may be well by now.
  let mayHaveFailed = true
  let pausedAt = new Date(0)
  const isPaused = (now: Date) => (pausedUntil() ?? now) > now

  /** The other side is there: what has waited for it, untried, has all its time again. */
  async function answered(): Promise<void> {
    const wasAway = isOpen() || mayHaveFailed
    breaker.succeeded()
    mayHaveFailed = false
    if (wasAway) await forgetFailure(db, bindingName)
  }

  return {
    room,
    pausedUntil,
    isPaused,
    /** Whether the other side was away when it was last called. */
    isAway: isOpen,
    answered,

    /** `isOpened` is false where the adapter itself could not be opened. */
    async failed(error: PortError, now: Date, { isOpened = true } = {}): Promise<void> {
      const isAway = !isOpened || awayCodes.includes(error.code)
      if (isAway) breaker.failed(now)
      else if (error.code !== 'rateLimited') await answered()
      const { retryAfterMs } = error
      // A conflict is about what was sent, not about the other side: only that waits.
      if (retryAfterMs !== undefined && error.code !== 'conflict')
        breaker.pause(msLater(now, askedMs(retryAfterMs)))
      if (pausedUntil()) pausedAt = now
      if (!error.isOfRecipient) health.failed(now, error, pausedUntil() ?? null)
    },

    async resumeIfAsked(now: Date): Promise<void> {
      if (isPaused(now) && (await wasResumed(db, bindingName, pausedAt))) breaker.resume()
    },
  }
}
