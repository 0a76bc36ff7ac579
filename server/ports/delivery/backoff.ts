/** For so long an obligation is tried again and again; then it is given up. */
export const giveUpAfterMs = 3 * 24 * 3_600_000

const firstMs = 5000
const mostMs = 3 * 3_600_000

/**
 * How long to wait after an attempt: twice as long after each, three hours at most, and anything from half of that on,
 * so that what failed together does not come back together. What the other side asks for is the least.
 */
export function backoffMs(attempt: number, random: () => number, retryAfterMs = 0): number {
  const wholeMs = Math.min(mostMs, firstMs * 2 ** Math.min(attempt - 1, 30))
  return Math.max(retryAfterMs, wholeMs / 2 + random() * (wholeMs / 2))
}
