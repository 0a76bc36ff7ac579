import type { Queryable } from '../../store/db.ts'

/** A draft whose text has changed. */
export type ChangedDraft = { caseId: string; workProductId: string; revision: number }

export type Told = (caseIds: readonly string[], drafts: readonly ChangedDraft[]) => void

export type PresenceFeed = {
  /**
   * Calls with the cases that the member reads where a colleague came, left or turned to another page or section, and with
   * the drafts that the member is in whose text has changed. Returns what ends it.
   */
  hear(memberId: string, told: Told): () => void
  /** Somebody may have moved, in this process. */
  nudge(): void
}

type Row = {
  caseId: string
  memberId: string
  at: string
  workProductId: string | null
  revision: number
}
/** By case and member, where they are. */
type Places = ReadonlyMap<string, ReadonlyMap<string, string>>
/** By draft, its text as it is and who is in it. */
type Drafts = ReadonlyMap<string, ChangedDraft & { memberIds: ReadonlySet<string> }>
type Seen = { places: Places; drafts: Drafts }

/**
 * Who reads and writes what, for those who do the same. One look a second serves every listener of this process; without
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
  const listeners = new Map<string, Set<Told>>()
  let seen: Seen | undefined
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isAskedAgain = false

  async function look() {
    do {
      isAskedAgain = false
      const rows = await db.rows<Row>(
        `select p.case_id as "caseId", member_id as "memberId", p.work_product_id as "workProductId",
           concat_ws(' ', page, document_id, p.work_product_id, section, extract(epoch from since)) as at,
           coalesce(h.revision, 0) as revision
         from presence p left join draft_heads h using (case_id, work_product_id) where seen_at > $1`,
        [stillHere()],
      )
      const before = seen
      seen = { places: placesOf(rows), drafts: draftsOf(rows) }
      if (before) tell(before, seen)
    } while (isAskedAgain && listeners.size > 0)
  }

  function tell(before: Seen, now: Seen) {
    const moved = [...new Set([...before.places.keys(), ...now.places.keys()])].map((caseId) => ({
      caseId,
      there: now.places.get(caseId) ?? new Map<string, string>(),
      movers: moversOf(before.places.get(caseId), now.places.get(caseId)),
    }))
    const changed = [...now.drafts].flatMap(([key, draft]) => {
      const was = before.drafts.get(key)
      return was && was.revision !== draft.revision ? [draft] : []
    })
    for (const [memberId, those] of listeners) {
      const caseIds = moved
        .filter(({ there, movers }) => there.has(memberId) && movers.some((id) => id !== memberId))
        .map(({ caseId }) => caseId)
      const drafts = changed
        .filter(({ memberIds }) => memberIds.has(memberId))
        .map(({ memberIds: _, ...draft }) => draft)
      if (caseIds.length > 0 || drafts.length > 0) for (const told of those) told(caseIds, drafts)
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

const placesOf = (rows: readonly Row[]): Places =>
  new Map(
    [...Map.groupBy(rows, ({ caseId }) => caseId)].map(([caseId, all]) => [
      caseId,
      new Map(all.map(({ memberId, at }) => [memberId, at])),
    ]),
  )

function draftsOf(rows: readonly Row[]): Drafts {
  const inDrafts = rows.filter(({ workProductId }) => workProductId !== null)
  const byDraft = Map.groupBy(inDrafts, ({ caseId, workProductId }) => `${caseId} ${workProductId}`)
  return new Map(
    [...byDraft].map(([key, all]) => {
      const { caseId, workProductId, revision } = all[0] as Row
      const memberIds = new Set(all.map(({ memberId }) => memberId))
      return [key, { caseId, workProductId: workProductId ?? '', revision, memberIds }]
    }),
  )
}

function moversOf(before?: ReadonlyMap<string, string>, now?: ReadonlyMap<string, string>): string[] {
  const all = new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])
  return [...all].filter((id) => before?.get(id) !== now?.get(id))
}
