import { Refusal } from '../../../core/kernel/decider.ts'
import type { Queryable } from '../../../store/db.ts'
import { takeOpenings } from '../../../store/link-openings.ts'

type Lease = { left: number; until: Date; taking?: Promise<number | undefined> | undefined }

const mostLeases = 10_000

/**
 * Counts requests by a link for all processes. Each process takes some at once from the count in the database, so few
 * requests write to it; together they never allow more than `mostPerMinute`.
 */
export function openRequestCount({
  db,
  clock,
  mostPerMinute,
  atOnce,
}: {
  db: Queryable
  clock: () => Date
  mostPerMinute: number
  atOnce: number
}) {
  const leases = new Map<string, Lease>()

  const forgetOld = (now: Date) => {
    for (const [link, { until, taking }] of leases) if (!taking && until <= now) leases.delete(link)
  }

  const leaseOf = (link: string, now: Date): Lease => {
    const known = leases.get(link)
    if (known) return known
    if (leases.size >= mostLeases) forgetOld(now)
    const lease = { left: 0, until: now }
    leases.set(link, lease)
    return lease
  }

  const take = async (link: string, lease: Lease, at: Date): Promise<number | undefined> => {
    const taken = await takeOpenings(db, link, { mostPerMinute, atOnce, at })
    lease.left = taken.allowed
    lease.until = taken.until
    return taken.wait
  }

  return async (link: string): Promise<void> => {
    for (;;) {
      const now = clock()
      const lease = leaseOf(link, now)
      if (lease.left > 0 && lease.until > now) {
        lease.left -= 1
        return
      }
      lease.taking ??= take(link, lease, now).finally(() => {
        lease.taking = undefined
      })
      const wait = await lease.taking
      if (wait !== undefined)
        throw new Refusal('tooMany', 'Too many requests: wait before the next one.', wait)
    }
  }
}
