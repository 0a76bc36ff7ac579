import type { EventType } from '@portico/contract/events'
import type { Database } from '../../store/db.ts'
import { readAllEvents, readCaseEvents, type StoredEvent } from '../../store/events/read.ts'

/** Events after a place; `isShared` where they were read for every watcher. */
export type Recent = { events: readonly StoredEvent[]; isAll: boolean; isShared: boolean }

/** Events that were read once for every watcher, all in their order. */
type Piece = { after: number; upTo: number; events: readonly StoredEvent[]; readAtMs: number }

const batchSize = 500
export const mostRecent = 1000
/** What was read longer ago is read again: it may have been erased since, or become somebody else's. */
const recentMs = 2000

/** The newest events of the log, read once for every watcher of this process. */
export function openRecentEvents(db: Database) {
  let recent: Piece[] = []

  return {
    /** Forgets what was read too long ago. */
    age(): void {
      recent = recent.filter(isRecent)
    },

    clear(): void {
      recent = []
    },

    keep(piece: Piece): void {
      if (piece.events.length > mostRecent) recent = []
      else recent = [...recent, piece]
      while (recent.reduce((sum, { events }) => sum + events.length, 0) > mostRecent) recent.shift()
    },

    /** What a watcher behind a position has not had yet, up to where it goes. */
    async next(
      after: number,
      upTo: number,
      { caseId, types }: { caseId?: string; types?: readonly EventType[] | undefined },
    ): Promise<Recent> {
      const pieces = recent.filter(isRecent)
      if (after >= (pieces[0]?.after ?? upTo)) {
        const events = pieces
          .flatMap((piece) => piece.events)
          .filter(
            (event) =>
              event.position > after &&
              event.position <= upTo &&
              (caseId === undefined || event.caseId === caseId) &&
              (!types || types.includes(event.type)),
          )
        return { events, isAll: true, isShared: true }
      }
      const read = { after, types, limit: batchSize, ceiling: upTo }
      const events = caseId ? await readCaseEvents(db, caseId, read) : await readAllEvents(db, read)
      return { events, isAll: events.length < batchSize, isShared: false }
    },
  }
}

const isRecent = ({ readAtMs }: Piece) => performance.now() - readAtMs < recentMs
