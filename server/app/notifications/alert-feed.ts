import type { Queryable } from '../../store/db.ts'
import { membersShownSince, membersWithUnread, newestShown } from '../../store/notices.ts'

export type AlertFeed = {
  /**
   * Calls whenever the member has a new alert, and once at first if any is unread: it may have come while they were not
   * listening. Returns what ends it.
   */
  hear(memberId: string, told: () => void): () => void
  /** There may be new alerts, of this process or of another. */
  nudge(): void
}

/** One look serves every listener of this process; without listeners there is none. */
export function openAlertFeed(db: Queryable): AlertFeed {
  const listeners = new Map<string, Set<() => void>>()
  /** Those who have not been told yet what there is unread. */
  const fresh = new Map<() => void, string>()
  let known: number | undefined
  let isLooking = false
  let isAskedAgain = false

  async function look() {
    do {
      isAskedAgain = false
      const newest = await newestShown(db)
      const before = known ?? newest
      const ids = newest > before ? await membersShownSince(db, before) : []
      for (const id of ids) for (const told of listeners.get(id) ?? []) told()
      known = newest
      await greet([...fresh])
    } while (isAskedAgain)
  }

  async function greet(those: readonly (readonly [() => void, string])[]) {
    if (those.length === 0) return
    const ids = await membersWithUnread(
      db,
      those.map(([, id]) => id),
    )
    for (const [told, id] of those) if (fresh.delete(told) && ids.includes(id)) told()
  }

  const nudge = () => {
    if (listeners.size === 0) return
    isAskedAgain = true
    if (isLooking) return
    isLooking = true
    void look()
      .catch(() => {
        // A database that is away tells of nothing; it is asked again.
      })
      .finally(() => {
        isLooking = false
      })
  }

  return {
    nudge,
    hear(memberId, told) {
      const own = listeners.get(memberId) ?? new Set()
      own.add(told)
      listeners.set(memberId, own)
      fresh.set(told, memberId)
      nudge()
      return () => {
        own.delete(told)
        fresh.delete(told)
        if (own.size === 0) listeners.delete(memberId)
        if (listeners.size === 0) known = undefined
      }
    },
  }
}
