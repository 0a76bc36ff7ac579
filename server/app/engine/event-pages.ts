import { dayOf } from '../../core/time/moments.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Database } from '../../store/db.ts'
import { type EventsRead, readAllEvents, readCaseEvents } from '../../store/events/read.ts'
import type { LiveFeed } from './live.ts'
import { eventPage, oneMore } from './present-events.ts'

export type EventPages = ReturnType<typeof openEventPages>

/** The events of a case, or of all cases, a page at a time, as far as the reader sees them. */
export function openEventPages({
  db,
  live,
  clock,
}: {
  db: Database
  live: Pick<LiveFeed, 'ceiling'>
  clock: () => Date
}) {
  const today = () => dayOf(clock())
  return {
    ofCase: async (caseId: string, reader: CaseReader, read: EventsRead) =>
      eventPage(db, await readCaseEvents(db, caseId, oneMore(read)), read, reader, today()),

    async all(reader: CaseReader, read: EventsRead) {
      const asked = { ...oneMore(read), ceiling: await live.ceiling(), upTo: reader.upTo ?? -1 }
      return eventPage(db, await readAllEvents(db, asked), read, reader, today())
    },
  }
}
