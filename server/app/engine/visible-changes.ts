import { reads } from '@portico/contract/audience'
import type { Changes } from '@portico/contract/events'
import { sensitivitiesNow } from '../../projections/case-access.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Queryable } from '../../store/db.ts'
import { type ChangedCase, changedSensitivities } from '../../store/events/positions.ts'
import type { ChangedDraft } from '../own/presence-feed.ts'

const mostNamed = 200
const farBehind = 5_000

/** Of the cases that have changed, those that a reader sees. */
export function openVisibleChanges({
  db,
  barredCases,
}: {
  db: Queryable
  /** Where somebody represents a party, they hear no more than a party does: nothing. */
  barredCases: (memberId: string) => Promise<readonly string[]>
}) {
  let last: { range: string; read: ReturnType<typeof changedSensitivities> } | undefined

  /** Watchers that are in step ask for the same. */
  function readOnce(after: number, upTo: number) {
    const range = `${after}-${upTo}`
    if (last?.range !== range) last = { range, read: changedSensitivities(db, after, upTo) }
    return last.read
  }

  /** Whoever reads a case may have lost sight of it since. */
  async function stillSeen(caseIds: readonly string[], reader: CaseReader): Promise<string[]> {
    if (caseIds.length === 0) return []
    const [now, barred] = await Promise.all([sensitivitiesNow(db, caseIds), barredCases(reader.id)])
    return now.filter(seenBy(reader, barred)).map(({ caseId }) => caseId)
  }

  return {
    stillSeen,

    async between(after: number, upTo: number, reader: CaseReader): Promise<Changes> {
      if (upTo <= after) return { position: Math.max(after, upTo), cases: [], isMore: false }
      if (upTo - after > farBehind) return { position: upTo, cases: [], isMore: true }
      const [changed, barred] = await Promise.all([readOnce(after, upTo), barredCases(reader.id)])
      const isSeen = seenBy(reader, barred)
      const seen = changed.filter(isSeen).map(({ caseId }) => caseId)
      // What has left their sight is not named, but leaves their lists.
      const hasLeft = changed.some((change) => change.isWithdrawn && !isSeen(change))
      return { position: upTo, cases: seen.slice(0, mostNamed), isMore: seen.length > mostNamed || hasLeft }
    },

    /** Whoever is in a draft may not read drafts any more, or not on this case. */
    async stillRead(drafts: readonly ChangedDraft[], reader: CaseReader): Promise<ChangedDraft[]> {
      if (drafts.length === 0 || !reads(reader.audience, 'deliberation')) return []
      const seen = new Set(await stillSeen([...new Set(drafts.map(({ caseId }) => caseId))], reader))
      return drafts.filter(({ caseId }) => seen.has(caseId))
    },
  }
}

const seenBy =
  ({ upTo = -1 }: CaseReader, barred: readonly string[]) =>
  ({ caseId, sensitivity, isPurged }: Pick<ChangedCase, 'caseId' | 'sensitivity' | 'isPurged'>) =>
    !isPurged && sensitivity <= upTo && !barred.includes(caseId)
