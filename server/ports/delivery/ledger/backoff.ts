import { dayMs } from '../../../core/time/moments.ts'
/** For so long an obligation is tried again and again; then it is given up. */
export const giveUpAfterMs = 3 * dayMs

/** The other side may ask for as much silence. One that asks for years, by a slip, is asked again all the same. */
const mostAskedMs = 3_600_000

/** For how long the other side is left alone, if it asks for it. */
export const askedMs = (retryAfterMs: number): number => Math.min(mostAskedMs, Math.max(0, retryAfterMs))

const firstMs = 5000
const mostMs = 3 * 3_600_000

/**
 * How long to wait after an attempt: twice as long after each, three hours at most, and anything from half of that on,
 * so that what failed together does not come back together. What the other side asks for is the least.
 */
export function backoffMs(attempt: number, random: () => number, retryAfterMs = 0): number {
  const wholeMs = Math.min(mostMs, firstMs * 2 ** Math.min(attempt - 1, 30))
  return Math.max(askedMs(retryAfterMs), wholeMs / 2 + random() * (wholeMs / 2))
}
