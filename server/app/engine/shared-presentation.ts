import type { EventType } from '@portico/contract/events'
import { casesNamedIn, isPersonal } from '../../core/file/reader.ts'
import { dayOf } from '../../core/time/moments.ts'
import { sensitivitiesNow, sidesByCase } from '../../projections/case-access.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { readAllEvents, type StoredEvent } from '../../store/events/read.ts'
import { type PresentedEvent, presentEvents } from './present-events.ts'
import { mostRecent, type Recent } from './recent-events.ts'

/** So long what was made for one watcher is good for others who see the same. */
const sharedMs = 100

/** Events as watchers see them: made once for all who see the same. */
export function openSharedPresentation(
  db: Database,
  { reads, clock }: { reads: Queryable; clock: () => Date },
) {
  const shared = new Map<string, { madeAtMs: number; shown: Promise<PresentedEvent[]> }>()

  /** Most of those who watch see the same: it is made once for all who represent nobody there. */
  async function presented(events: readonly StoredEvent[], reader: CaseReader): Promise<PresentedEvent[]> {
    const today = dayOf(clock())
    if (events.length === 0) return []
    const caseIds = [...new Set(events.flatMap((event) => [event.caseId, ...casesNamedIn(event)]))]
    const isOwn = events.some(isPersonal) || (await sidesByCase(reads, caseIds, reader.id, today)).size > 0
    if (isOwn) return presentEvents(reads, events, reader, today)
    const { audience, curates, upTo } = reader
    const key = [audience, curates, upTo, today, ...events.map(({ position }) => position)].join(' ')
    const made = shared.get(key)
    if (made && performance.now() - made.madeAtMs < sharedMs) return made.shown
    const shown = presentEvents(reads, events, reader, today)
    shared.set(key, { madeAtMs: performance.now(), shown })
    shown.catch(() => shared.delete(key))
    return shown
  }

  return {
    age(): void {
      for (const [key, { madeAtMs }] of shared)
        if (performance.now() - madeAtMs > sharedMs) shared.delete(key)
    },

    async shownTo(
      reader: CaseReader,
      { caseId, types }: { caseId?: string; types?: readonly EventType[] | undefined },
      { events, isShared }: Pick<Recent, 'events' | 'isShared'>,
      read: { after: number; ceiling: number },
    ): Promise<PresentedEvent[]> {
      if (caseId !== undefined) return presented(events, reader)
      const cases = await sensitivitiesNow(reads, [...new Set(events.map((event) => event.caseId))])
      const seen = new Set(
        cases.filter(({ sensitivity }) => sensitivity <= (reader.upTo ?? -1)).map((found) => found.caseId),
      )
      // What was erased since it was read is not in what is read now.
      const current =
        isShared && cases.some(({ isPurged }) => isPurged)
          ? await readAllEvents(db, { ...read, types, limit: mostRecent })
          : events
      return presented(
        current.filter((event) => seen.has(event.caseId)),
        reader,
      )
    },
  }
}
