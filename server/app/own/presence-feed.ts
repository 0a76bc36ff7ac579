import type { Queryable } from '../../store/db.ts'

export type PresenceFeed = {
  /** Calls with the cases that the member reads where a colleague came, left or turned a page. Returns what ends it. */
  hear(memberId: string, told: (caseIds: readonly string[]) => void): () => void
  /** Somebody may have moved, in this process. */
  nudge(): void
}

type Row = { caseId: string; memberId: string; at: string }
/** By case and member, where they are. */
type Seen = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Who reads what, for those who read the same. One look a second serves every listener of this process; without
 * listeners there is none. What happens in this process is told at once.
 */
export function openPresenceFeed({
  db,
  stillHere,
  everyMs = 1_000,
}: {
  db: Queryable
  /** Whoever was last seen before has left. */
  stillHere: () => Date
  everyMs?: number
}): PresenceFeed {
  const listeners = new Map<string, Set<(caseIds: readonly string[]) => void>>()
  let seen: Seen | undefined
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isAskedAgain = false

  async function look() {
    do {
      isAskedAgain = false
      const rows = await db.rows<Row>(
        `select case_id as "caseId", member_id as "memberId",
           concat_ws(' ', page, document_id, extract(epoch from since)) as at
         from presence where seen_at > $1`,
        [stillHere()],
      )
      const before = seen
      seen = new Map(
        [...Map.groupBy(rows, ({ caseId }) => caseId)].map(([caseId, all]) => [
          caseId,
          new Map(all.map(({ memberId, at }) => [memberId, at])),
        ]),
      )
      if (before) tell(before, seen)
    } while (isAskedAgain && listeners.size > 0)
  }

  function tell(before: Seen, now: Seen) {
    const moved = [...new Set([...before.keys(), ...now.keys()])].map((caseId) => ({
      caseId,
      there: now.get(caseId) ?? new Map<string, string>(),
      movers: moversOf(before.get(caseId), now.get(caseId)),
    }))
    for (const [memberId, those] of listeners) {
      const caseIds = moved
        .filter(({ there, movers }) => there.has(memberId) && movers.some((id) => id !== memberId))
        .map(({ caseId }) => caseId)
      if (caseIds.length > 0) for (const told of those) told(caseIds)
    }
  }

  const nudge = () => {
    if (listeners.size === 0) return
    isAskedAgain = true
    if (isLooking) return
    isLooking = true
    void look()
      .catch(() => {
        // A database that is away tells of nobody; it is asked again.
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
      timer ??= setInterval(nudge, everyMs)
      if (!seen) nudge()
      return () => {
        own.delete(told)
        if (own.size === 0) listeners.delete(memberId)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
        seen = undefined
      }
    },
  }
}

function moversOf(before?: ReadonlyMap<string, string>, now?: ReadonlyMap<string, string>): string[] {
  const all = new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])
  return [...all].filter((id) => before?.get(id) !== now?.get(id))
}
