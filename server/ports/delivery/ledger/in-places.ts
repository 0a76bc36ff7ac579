import type { PortError } from '@portico/contract/ports/kit'
import { msLater } from '../../../core/time/moments.ts'
import type { Breaker } from './breaker.ts'

const awayCodes = ['unavailable', 'timeout', 'unauthorized', 'rateLimited']

/** It is about the other side, and not about what was asked for. */
export const isAway = (failure: PortError | undefined) =>
  failure !== undefined && awayCodes.includes(failure.code)

const mostAtOnce = 4
const leaseMs = 60_000
const renewMs = 20_000

/**
 * Work on what is claimed, several pieces of it at once: one that is slow holds up no other, as the place of each that ends
 * is taken at once. A system that does not answer at all is left alone for a while.
 */
export function inPlaces<Claimed>({
  claim,
  renew,
  work,
  breaker,
  clock,
  signal,
  onFault,
}: {
  claim(lease: { now: Date; until: Date; most: number }): Promise<readonly Claimed[]>
  /** What this process holds stays its own until then. */
  renew(until: Date): Promise<void>
  work(claimed: Claimed): Promise<void>
  breaker: Breaker
  clock: () => Date
  signal: AbortSignal
  onFault(error: unknown): void
}) {
  const underWay = new Set<Promise<void>>()
  const leaseEnd = () => msLater(clock(), leaseMs)
  const renewing = setInterval(() => {
    if (underWay.size > 0) renew(leaseEnd()).catch(onFault)
  }, renewMs)

  return {
    /** Fills the places that are free; `wake` asks for the next turn. */
    async turn(wake: () => void): Promise<boolean> {
      const now = clock()
      const most = Math.min(mostAtOnce - underWay.size, breaker.room(now, underWay.size))
      if (most < 1) return false
      for (const claimed of await claim({ now, until: leaseEnd(), most })) {
        const doing = work(claimed)
          .catch((error) => signal.aborted || onFault(error))
          .then(() => {
            underWay.delete(doing)
            wake()
          })
        underWay.add(doing)
      }
      return false
    },
    async stop(): Promise<void> {
      await Promise.all(underWay)
      clearInterval(renewing)
    },
  }
}
