import { msLater } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { type ClaimedObligation, renewLeases } from '../../../store/obligations/claim.ts'

export const leaseMs = 60_000
const renewMs = 20_000

/** The attempts that run in this process. Their leases are renewed; one whose lease was lost is aborted. */
export function openAttemptsUnderWay({
  db,
  holder,
  clock,
  onEnd,
  onCut,
  onFault,
}: {
  db: Database
  holder: string
  clock: () => Date
  /** Called after each. */
  onEnd: () => void
  /** For one that the stop of this process has cut off. */
  onCut: (obligation: ClaimedObligation) => Promise<void>
  onFault: (error: unknown) => void
}) {
  const attempts = new Map<string, { work: Promise<void>; lost: AbortController }>()
  let isCut = false

  const renewing = setInterval(async () => {
    if (attempts.size === 0) return
    const ids = [...attempts.keys()]
    const held = await renewLeases(db, holder, ids, msLater(clock(), leaseMs)).catch(() => ids)
    // Somebody else sends it by now.
    for (const id of ids) if (!held.includes(id)) attempts.get(id)?.lost.abort(new Error('the lease is lost'))
  }, renewMs)

  return {
    count: () => attempts.size,

    begin(obligation: ClaimedObligation, attempt: (signal: AbortSignal) => Promise<void>): void {
      const { id } = obligation
      const lost = new AbortController()
      const work = attempt(lost.signal)
        // What was not written down is sent again, under the same key, when its lease is over.
        .catch((error) => (isCut ? onCut(obligation) : onFault(error)))
        .catch(onFault)
        .finally(() => {
          attempts.delete(id)
          onEnd()
        })
      attempts.set(id, { work, lost })
    },

    /** Resolves when none is left; after the grace they are cut off. */
    async stop(graceMs: number): Promise<void> {
      const cut = setTimeout(() => {
        isCut = true
        for (const { lost } of attempts.values()) lost.abort(new Error('the process stops'))
      }, graceMs)
      await Promise.all([...attempts.values()].map(({ work }) => work))
      clearTimeout(cut)
      clearInterval(renewing)
    },
  }
}
