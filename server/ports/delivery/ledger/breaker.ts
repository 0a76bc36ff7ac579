import { msLater } from '../../../core/time/moments.ts'
/** Stops calling a binding that does not answer, and tries it with one call now and then. */
export type Breaker = {
  /** How many calls may begin: none while it is open, one to try it, else as many as one likes. */
  room(now: Date, underWay: number): number
  /** Whether it is open, or being tried. */
  isOpen(): boolean
  /** When a call may be made again; undefined while it is closed. */
  pausedUntil(): Date | undefined
  succeeded(): void
  /** The other side is not there, as opposed to having said no. */
  failed(now: Date): void
  /** The other side asks for silence. */
  pause(until: Date): void
  /** Somebody wants it to be tried now. */
  resume(): void
}

const failuresToOpen = 5
const firstPauseMs = 15_000
const mostPauseMs = 10 * 60_000

export function openBreaker(): Breaker {
  let failures = 0
  let openings = 0
  let until: Date | undefined
  let isTrying = false

  return {
    room(now, underWay) {
      if (until && now < until) return 0
      if (until || isTrying) {
        if (underWay > 0) return 0
        isTrying = openings > 0
        until = undefined
        return isTrying ? 1 : Number.POSITIVE_INFINITY
      }
      return Number.POSITIVE_INFINITY
    },
    isOpen: () => openings > 0,
    pausedUntil: () => until,
    succeeded() {
      failures = 0
      openings = 0
      isTrying = false
      until = undefined
    },
    failed(now) {
      failures += 1
      // Calls that were under way when it opened say nothing new.
      const isOpenAlready = until !== undefined && now < until
      if (!isTrying && (failures < failuresToOpen || isOpenAlready)) return
      until = msLater(now, Math.min(mostPauseMs, firstPauseMs * 2 ** Math.min(openings, 20)))
      openings += 1
      isTrying = false
    },
    pause(asked) {
      if (!until || asked > until) until = asked
    },
    resume() {
      if (until) until = new Date(0)
    },
  }
}
